import { expect, it } from "vitest";
import { isSecretName } from "./secret-name.ts";

it.each([
  ...[
    "password",
    "passwords",
    "dbPasswd",
    "passphrase",
    "clientsecret",
    "client_secret",
    "credentials",
    "apikey",
  ],
  ...[
    "ACCESSKEY",
    "accesstoken",
    "sessiontoken",
    "authorization",
    "Proxy-Authorization",
    "cookies",
    "jwt",
    "pwd",
  ],
  ...[
    "api_key",
    "apiKey",
    "APIKey",
    "X-Api-Keys",
    "private key",
    "ssh.key",
    "token",
    "my_token",
    "X-Auth-Token",
  ],
  ...[
    "access_tokens",
    "sessionTokens",
    "auth",
    "basic_auth",
    "secret2",
    "password1",
    "apiKey2",
    "token_value",
  ],
  ...[`${"x_".repeat(100)}password`, "password_hash"],
  ...["auth2", "auth_", "_auth", "auth-1-2", "api-2-key", "api__key", "_api_key_", "access-1-tokens"],
])("%j names a secret", (name) => {
  expect(isSecretName(name)).toBe(true);
});

it.each([
  ...[
    "",
    "-",
    "12",
    "key",
    "keys",
    "primary_key",
    "foreignKeys",
    "tokens",
    "input_tokens",
    "max_token",
    "eos_token",
  ],
  ...[
    "cost_per_token",
    "api_key_env",
    "token_count",
    "password_length",
    "secret_id",
    "auth_method",
    "authMode",
  ],
  ...[
    "author",
    "monkey",
    "keyboard",
    "tokenizer",
    "passwordless",
    "secret_id_2",
    "secret_name_",
    "token_count2",
    "eos-1-token",
    "cookiecutter",
    `password_${"x_".repeat(100)}`,
  ],
])("%j names no secret", (name) => {
  expect(isSecretName(name)).toBe(false);
});
