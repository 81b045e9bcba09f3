import type { CommandSpec } from "../command.ts";

const trust = [
  {
    flags: "-k, --keys <file>",
    description: "trusted public keys, of which one must have signed (default: the keys of this machine)",
  },
  { flags: "--origin <name>", description: "the log that must contain it" },
  { flags: "--tenant <name>", description: "the tenant that it must belong to" },
  { flags: "--witness <key>", description: "a witness that must have countersigned" },
];

/** `abp receipt …`. */
export const receiptCommands: readonly CommandSpec[] = [
  {
    path: ["receipt", "verify"],
    summary: "Verify a receipt, a signed envelope, a proof bundle or an exported log; offline",
    arguments: [{ name: "file", description: "what to verify (- for standard input)" }],
    options: [
      ...trust,
      {
        flags: "--checkpoint <file>",
        description: "a log's signed checkpoint (default: the log's file name and .checkpoint)",
      },
      {
        flags: "--remembered <file>",
        description: "an earlier checkpoint, which the log must extend",
      },
    ],
    examples: [
      ["abp receipt verify receipt.json", "its hash, and that its contents are consistent"],
      ["abp receipt verify run.tlog-proof --keys keys.json", "signature, hash and place in the log"],
      [
        "abp receipt verify log.jsonl --remembered old.checkpoint",
        "a whole log, and that nothing was cut off",
      ],
    ],
    load: async () => (await import("../actions/receipt/verify.ts")).verify,
  },
  {
    path: ["receipt", "diff"],
    summary: "Compare two receipts, including their traces",
    arguments: [
      { name: "left", description: "one receipt" },
      { name: "right", description: "the other one" },
    ],
    examples: [["abp receipt diff a.json b.json", "exit code 1 when they differ"]],
    load: async () => (await import("../actions/receipt/diff.ts")).diff,
  },
  {
    path: ["receipt", "prove"],
    summary: "Create a proof bundle of a logged receipt, which anyone can verify offline",
    arguments: [{ name: "run", description: "a run id, or a sequence number of the log" }],
    options: [{ flags: "-o, --out <file>", description: "write it here; never overwrites" }],
    examples: [["abp receipt prove 0 --out first.tlog-proof", "the first receipt of the log"]],
    load: async () => (await import("../actions/receipt/prove.ts")).prove,
  },
  {
    path: ["receipt", "log"],
    summary: "Show the log of receipts, check it, or export it",
    options: [
      {
        flags: "--check",
        description: "check the database and every receipt, link and signature; changes nothing",
      },
      {
        flags: "--export <file>",
        description: "write the log here and its checkpoint to <file>.checkpoint; never overwrites",
      },
      { flags: "--checkpoint", description: "print the current signed checkpoint of the log" },
      { flags: "--tenant <name>", description: "the log of this tenant (default: `receipts.tenant`)" },
      { flags: "--run <id>", description: "only this run and its model calls" },
      { flags: "--limit <count>", description: "the maximum number to show, newest first", default: "20" },
    ],
    examples: [
      ["abp receipt log", "the newest receipts"],
      ["abp receipt log --tenant team-a", "the receipts of a tenant of `[keys]`"],
      ["abp receipt log --check", "verify everything"],
    ],
    load: async () => (await import("../actions/receipt/log.ts")).log,
  },
];

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
