import { describe, expect, test } from "vitest";
import { ConfigSchema } from "./config-schema.ts";
import type { KeyFacts } from "./key-facts.ts";
import { listKeys } from "./key-table.ts";

/** A table with one value at a path. */
function tableOf([name, ...rest]: readonly string[], value: unknown): Record<string, unknown> {
  return { [name!]: rest.length === 0 ? value : tableOf(rest, value) };
}

const TENANT =
  "must be 1 to 64 letters, digits, dots, hyphens or underscores, beginning with a letter or digit";
const LOSS = "must be the name of a field, a header, a feature or a rule";
const NAME = "must be a name without spaces and plus signs";
const HOST = "must be the name of a host in lower case, such as `git.example.com`";
const PROMPT = "system_prompt_injection";

test.each<[string, unknown, message: string, at?: string]>([
  ["default_backend", "", "must not be empty"],
  ["receipts.origin", "a b", NAME],
  ["receipts.origin", "a+b", NAME],
  ["receipts.tenant", ".a", TENANT],
  ["receipts.tenant", "a".repeat(65), TENANT],
  ["engines.e.base_url", "ftp://x", "must be an http or https URL"],
  ["engines.e.credential_command", [], "must name a program"],
  ["engines.e.credential_command", [""], "must not be empty", ".0"],
  ["engines.e.api_key", "", "must not be empty"],
  ["engines.e.models", ["[a"], "must be a glob", ".0"],
  ["engines.e.default_model", "", "must not be empty"],
  ["engines.e.default_model", "m".repeat(513), "must have at most 512 bytes"],
  ["routes.r", { models: [], engine: "e" }, "must name at least one model", ".models"],
  ["routes.r", { models: ["a"], engine: "" }, "must not be empty", ".engine"],
  ["gateway.allow_loss", ["1"], LOSS, ".0"],
  ["gateway.allow_loss", ["a".repeat(129)], LOSS, ".0"],
  ["gateway.allow_loss", ["a b"], LOSS, ".0"],
  ["keys.k.token_sha256", "A".repeat(64), "must be 64 lower-case hexadecimal digits"],
  ["keys.k.token_sha256", "a".repeat(63), "must be 64 lower-case hexadecimal digits"],
  ["keys.k.token", "", "must not be empty"],
  ["keys.k.tenant", "a b", `${TENANT}, or \`*\``],
  ["keys.k.engines", ["a", "[b"], "must be a glob", ".1"],
  [
    "backends.b",
    { type: "sidecar", command: "x", pass_env: ["a=b"] },
    "must be the name of a variable",
    ".pass_env.0",
  ],
  [
    "backends.b",
    { type: "sidecar", command: "x", pass_env: [""] },
    "must be the name of a variable",
    ".pass_env.0",
  ],
  ["backends.b", { type: "sidecar", command: "x", env: ["a"] }, "must be NAME=value", ".env.0"],
  ["runs.git_hosts", ["https://x"], HOST, ".0"],
  ["runs.git_hosts", ["X.example.com"], HOST, ".0"],
  ["runs.mcp_hosts", ["x.example.com/a"], HOST, ".0"],
  ["runs.env_names", ["A=b"], "must be the name of a variable", ".0"],
  ["runs.mcp_servers.m", { command: "x", env: ["a"] }, "must be NAME=value", ".env.0"],
  ["backends.b", { type: "sidecar", command: "" }, "must not be empty", ".command"],
  ["tools.web_search.base_url", "x", "must be an http or https URL"],
  ["tools.web_search.api_key", "", "must not be empty"],
  ["tools.web_search.engines", ["[a"], "must be a glob", ".0"],
  ["emulation.json_mode", { type: PROMPT, prompt: "" }, "must not be empty", ".prompt"],
])("%s as %.60j is refused: %s", (path, value, message, at = "") => {
  const { issues } = ConfigSchema.safeParse(tableOf(path.split("."), value)).error!;
  expect(issues.map((issue) => [issue.path.join("."), issue.message])).toStrictEqual([
    [`${path}${at}`, message],
  ]);
});

test.each<[string, unknown]>([
  ["receipts.origin", "example.com/agents"],
  ["receipts.tenant", `a${".".repeat(63)}`],
  ["engines.e.default_model", "m".repeat(512)],
  ["gateway.allow_loss", ["a".repeat(128), "$.x"]],
  ["keys.k.token_sha256", "0123456789abcdef".repeat(4)],
  ["engines.e.base_url", "http://x"],
])("%s may be %.60j", (path, value) => {
  expect(ConfigSchema.safeParse(tableOf(path.split("."), value)).success).toBe(true);
});

describe("the keys that a project's file cannot set freely", () => {
  const under = (parents: readonly string[], names: readonly string[], value: unknown) =>
    parents.flatMap((parent) => names.map((name) => [`${parent}${name}`, value]));
  const all = ["routes.*.policy.", "keys.*.policy.", "policy."];

  test.each<[keyof KeyFacts, unknown[][]]>([
    [
      "unites",
      [
        ["policy_profiles", true],
        ...under(
          all,
          ["disallowed_tools", "require_approval_for", "disallowed_models", "disallowed_engines"],
          true,
        ),
        ...under(["policy."], ["deny_read", "deny_write", "deny_network"], true),
      ],
    ],
    [
      "narrows",
      [
        ...under(all, ["allowed_tools", "allowed_models", "allowed_engines"], "globs"),
        ["policy.allow_network", "hosts"],
      ],
    ],
    ["waives", under(["routes.*.", "keys.*.", "gateway."], ["allow_loss"], true)],
    [
      "strictest",
      [...under(["routes.*.", "keys.*.", "negotiation."], ["mode"], "strict"), ["sandbox.level", "L3"]],
    ],
    [
      "usersOwn",
      [
        ...under(["engines.*."], ["credential_command", "credential_file"], true),
        ...under(["runs.checks.*."], ["command", "timeout_secs"], true),
        ...under(["runs.mcp_servers.*."], ["command", "args", "env"], true),
        ...under(["runs."], ["max_running", "max_running_per_backend", "max_queued_per_tenant"], true),
        ...under(["runs."], ["allowed_roots", "git_hosts", "mcp_hosts", "env_names"], true),
        ...under(["runs."], ["max_source_mb", "max_source_entries", "fetch_timeout_secs"], true),
      ],
    ],
    [
      "secret",
      under(["engines.*.", "tools.web_search."], ["api_key"], true).concat([["keys.*.token", true]]),
    ],
  ])("are all there: %s", (fact, expected) => {
    const found = listKeys(ConfigSchema).flatMap(({ path, facts }) =>
      facts[fact] === undefined ? [] : [[path.join("."), facts[fact]]],
    );
    expect(found.sort()).toStrictEqual(expected.sort());
  });
});
