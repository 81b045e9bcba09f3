export { encodedForms, hideSecrets, type KnownSecrets, knownSecrets, secretKind } from "./known-secrets.ts";
export {
  compileRedactor,
  REDACTED,
  type RedactionOptions,
  redact,
  redactText,
} from "./redact.ts";
export { isSecretName } from "./secret-name.ts";
