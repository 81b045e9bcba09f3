import type { CommandSpec } from "../command.ts";

/** `abp keys …`. */
export const keysCommands: readonly CommandSpec[] = [
  {
    path: ["keys", "list"],
    summary: "List the signing keys of this machine",
    examples: [["abp keys list", "ids, states and validity"]],
    load: async () => (await import("../actions/keys.ts")).list,
  },
  {
    path: ["keys", "create"],
    summary: "Create the signing key of this machine (file mode 0600)",
    examples: [["abp keys create", "once; other commands create it when they need one"]],
    load: async () => (await import("../actions/keys.ts")).create,
  },
  {
    path: ["keys", "rotate"],
    summary: "Replace the signing key; the old key signs the statement that names the new one",
    examples: [["abp keys rotate", "earlier receipts stay valid under the old key"]],
    load: async () => (await import("../actions/keys.ts")).rotate,
  },
  {
    path: ["keys", "revoke"],
    summary: "Declare that a key may have been stolen",
    arguments: [{ name: "id", description: "the id of the key" }],
    options: [{ flags: "--reason <text>", description: "the reason", default: "unspecified" }],
    examples: [["abp keys revoke 0123456789abcdef --reason lost", "its signatures are refused from now on"]],
    load: async () => (await import("../actions/keys.ts")).revoke,
  },
  {
    path: ["keys", "export"],
    summary: "Print the public keys, for those who verify receipts",
    options: [{ flags: "-o, --out <file>", description: "write them here; never overwrites" }],
    examples: [["abp keys export --out keys.json", "send this to the verifier over a trusted channel"]],
    load: async () => (await import("../actions/keys.ts")).exportKeys,
  },
];
