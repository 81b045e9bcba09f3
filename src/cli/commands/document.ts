import type { CommandSpec } from "../command.ts";

/** The documents that `abp schema` prints and `abp validate` reads. */
const kinds = [
  "work_order",
  "receipt",
  "event",
  "envelope",
  "policy_profile",
  "capability_requirements",
  "conversation",
  "reply",
  "stream_event",
  "loss_report",
];

/** `abp validate`, `abp schema` and `abp inspect`. */
export const documentCommands: readonly CommandSpec[] = [
  {
    path: ["validate"],
    summary: "Check a document against the contract, and list every problem",
    arguments: [{ name: "file", description: "the document (- for standard input)" }],
    options: [
      { flags: "--as <kind>", description: "the kind of document (default: detected)", choices: kinds },
    ],
    examples: [
      ["abp validate order.json", "detects work orders, receipts, envelopes, events and policies"],
      ["abp validate --as policy_profile p.json", "states the kind"],
    ],
    load: async () => (await import("../actions/document/validate.ts")).validate,
  },
  {
    path: ["schema"],
    summary: "Print a JSON Schema of the contract",
    arguments: [
      { name: "document", description: "which one", optional: true, choices: [...kinds, "backplane_config"] },
    ],
    options: [{ flags: "-o, --out <file>", description: "write it here; never overwrites" }],
    examples: [
      ["abp schema", "lists the documents"],
      ["abp schema receipt", "the schema of receipts"],
    ],
    load: async () => (await import("../actions/document/schema.ts")).schema,
  },
  {
    path: ["inspect"],
    summary: "Show the contents of a receipt, and whether its hash matches",
    arguments: [{ name: "file", description: "the receipt (- for standard input)" }],
    options: [{ flags: "--events", description: "show the trace as well" }],
    examples: [
      ["abp inspect receipt.json", "a summary"],
      ["abp inspect receipt.json --events", "with every event"],
    ],
    load: async () => (await import("../actions/document/inspect.ts")).inspect,
  },
];
