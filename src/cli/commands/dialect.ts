import { dialectIds } from "../../dialects/registry/index.ts";
import type { CommandSpec } from "../command.ts";

const rules = [
  { flags: "--strict", description: "refuse every loss instead of disclosing it" },
  {
    flags: "--allow-loss <name>",
    description: "with --strict, disclose this loss: a field, header, feature or rule",
    repeat: true,
  },
  {
    flags: "--emulate <emulator>",
    description: "use this emulator (default: none with --to; with --engine all, as the gateway does)",
    repeat: true,
  },
  {
    flags: "--engine <name>",
    description:
      "a configured engine, or auto, in place of --to: its configuration and what its errors taught apply",
  },
  {
    flags: "--route",
    description: "the engine that the gateway's routes choose for the model, in place of --engine",
  },
  {
    flags: "--key <name>",
    description: "the configured key that would call: its mode and allowed losses apply",
  },
  {
    flags: "--tenant <name>",
    description: "the tenant whose evidence counts (default: that of the key, else receipts.tenant)",
  },
];

/** `abp translate`, `abp explain`, `abp detect` and `abp register`. */
export const dialectCommands: readonly CommandSpec[] = [
  {
    path: ["translate"],
    summary: "Translate a request, a response, a stream or an error between dialects",
    arguments: [
      { name: "file", description: "vendor JSON or SSE (default: standard input)", optional: true },
    ],
    options: [
      {
        flags: "--from <dialect>",
        description: "the dialect it is in (default: detected, for requests)",
        choices: dialectIds,
      },
      { flags: "--to <dialect>", description: "the dialect to write", choices: dialectIds },
      {
        flags: "--kind <kind>",
        description: "the kind of input (default: detected)",
        choices: ["request", "response", "stream", "error"],
      },
      {
        flags: "--model <name>",
        description: "the model to write; needed if the source keeps it in the path",
      },
      { flags: "--status <code>", description: "the HTTP status of an error", default: "400" },
      { flags: "--report <file>", description: "write the loss report here as JSON; never overwrites" },
      { flags: "--all", description: "report what was mapped as well" },
      ...rules,
    ],
    examples: [
      [
        "abp translate --from openai --to claude request.json",
        "a request; losses are printed on standard error",
      ],
      ["abp translate --from claude --to codex --kind stream < answer.sse", "a stream"],
      ["abp translate --to gemini request.json --report losses.json", "dialect detected, report to a file"],
    ],
    load: async () => (await import("../actions/dialect/translate.ts")).translate,
  },
  {
    path: ["explain"],
    summary: "Show how a translation would treat each field: mapped, emulated, disclosed or refused",
    arguments: [{ name: "file", description: "the request (- for standard input)" }],
    options: [
      {
        flags: "--from <dialect>",
        description: "the dialect it is in (default: detected)",
        choices: dialectIds,
      },
      { flags: "--to <dialect>", description: "the engine's dialect", choices: dialectIds },
      {
        flags: "--model <name>",
        description: "the model to request; needed if the source keeps it in the path",
      },
      ...rules,
    ],
    examples: [
      ["abp explain request.json --to gemini", "a table of every field in the request"],
      ["abp explain request.json --engine openai --model gpt-5.4", "with what the engine's errors taught"],
      ["abp explain request.json --route --key ci", "as the gateway serves a call of the key ci"],
    ],
    load: async () => (await import("../actions/dialect/translate.ts")).explain,
  },
  {
    path: ["detect"],
    summary: "Detect the dialect of a request",
    arguments: [{ name: "file", description: "the request (- for standard input)" }],
    examples: [["abp detect request.json", "the likeliest first, with scores"]],
    load: async () => (await import("../actions/dialect/translate.ts")).detect,
  },
  {
    path: ["register"],
    summary: "Show how every feature is translated between two dialects",
    arguments: [
      { name: "from", description: "the caller's dialect", optional: true, choices: dialectIds },
      { name: "to", description: "the engine's dialect", optional: true, choices: dialectIds },
    ],
    examples: [
      ["abp register", "the fidelity of every pair"],
      ["abp register claude gemini", "feature by feature, requests and replies"],
    ],
    load: async () => (await import("../actions/dialect/register.ts")).register,
  },
];
