import type { CommandSpec } from "../command.ts";

/** `abp receipt keys …`, and `abp keys`, which says where these have gone. */
export const signingKeyCommands: readonly CommandSpec[] = [
  {
    path: ["receipt", "keys", "list"],
    summary: "List the signing keys of this machine",
    examples: [["abp receipt keys list", "ids, states and validity"]],
    load: async () => (await import("../actions/receipt/signing-keys.ts")).list,
  },
  {
    path: ["receipt", "keys", "create"],
    summary: "Create the signing key of this machine (file mode 0600)",
    examples: [["abp receipt keys create", "once; other commands create it when they need one"]],
    load: async () => (await import("../actions/receipt/signing-keys.ts")).create,
  },
  {
    path: ["receipt", "keys", "rotate"],
    summary: "Replace the signing key; the old key signs the statement that names the new one",
    examples: [["abp receipt keys rotate", "earlier receipts stay valid under the old key"]],
    load: async () => (await import("../actions/receipt/signing-keys.ts")).rotate,
  },
  {
    path: ["receipt", "keys", "revoke"],
    summary: "Declare that a key may have been stolen",
    arguments: [{ name: "id", description: "the id of the key" }],
    options: [{ flags: "--reason <text>", description: "the reason", default: "unspecified" }],
    examples: [
      ["abp receipt keys revoke 0123456789abcdef --reason lost", "its signatures are refused from now on"],
    ],
    load: async () => (await import("../actions/receipt/signing-keys.ts")).revoke,
  },
  {
    path: ["receipt", "keys", "export"],
    summary: "Print the public keys, for those who verify receipts",
    options: [{ flags: "-o, --out <file>", description: "write them here; never overwrites" }],
    examples: [
      ["abp receipt keys export --out keys.json", "send this to the verifier over a trusted channel"],
    ],
    load: async () => (await import("../actions/receipt/signing-keys.ts")).exportKeys,
  },
  {
    path: ["keys"],
    summary: "Say where the commands of keys are",
    arguments: [
      { name: "words", description: "whatever stood there before", optional: true, variadic: true },
    ],
    hidden: true,
    takesAnything: true,
    examples: [["abp keys", "names `abp receipt keys` and `abp key`"]],
    load: async () => (await import("../actions/receipt/moved-keys.ts")).movedKeys,
  },
];
