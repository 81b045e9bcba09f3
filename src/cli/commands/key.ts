import type { KeyRole } from "../../contract/index.ts";
import type { CommandSpec } from "../command.ts";

const roles = ["caller", "viewer", "operator", "admin"] as const satisfies readonly KeyRole[];
const name = { name: "name", description: "the name of the key" };

const settings = [
  {
    flags: "--role <role>",
    description: "what it may do; may be repeated",
    choices: roles,
    repeat: true,
  },
  { flags: "--engine <glob>", description: "an engine that it may use; may be repeated", repeat: true },
  {
    flags: "--endpoints <group>",
    description: "a group of vendor endpoints that it may use; may be repeated",
    repeat: true,
  },
  {
    flags: "--mode <mode>",
    description: "how losses are treated",
    choices: ["strict", "best_effort"],
  },
  {
    flags: "--allow-loss <name>",
    description: "a loss that its strict mode discloses; may be repeated",
    repeat: true,
  },
  { flags: "--max-concurrent <count>", description: "the most calls at the same time" },
];

/** `abp key …`. */
export const keyCommands: readonly CommandSpec[] = [
  {
    path: ["key", "new"],
    summary: "Make a key that callers send; its token is printed once",
    arguments: [name],
    options: [
      { flags: "--tenant <name>", description: "the tenant that its calls are recorded for; `*` sees all" },
      ...settings,
    ],
    examples: [
      ["abp key new ci", "calls models"],
      [
        "abp key new ada --tenant team-a --role operator",
        "also submits runs of team-a and decides approvals",
      ],
    ],
    load: async () => (await import("../actions/key/key.ts")).create,
  },
  {
    path: ["key", "list"],
    summary: "List the keys, those of the configuration and the revoked ones too",
    examples: [["abp key list", "names, tenants and roles; never tokens"]],
    load: async () => (await import("../actions/key/key.ts")).list,
  },
  {
    path: ["key", "set"],
    summary: "Change a key that `abp key new` made",
    arguments: [name],
    options: settings,
    examples: [["abp key set ci --role viewer", "from its next call on"]],
    load: async () => (await import("../actions/key/key.ts")).set,
  },
  {
    path: ["key", "revoke"],
    summary: "Revoke a key that `abp key new` made, for ever",
    arguments: [name],
    examples: [["abp key revoke ci", "a running daemon refuses it from its next call on"]],
    load: async () => (await import("../actions/key/key.ts")).revoke,
  },
];
