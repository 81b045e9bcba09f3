import { dialectIds } from "../../dialects/registry/index.ts";
import type { CommandSpec } from "../command.ts";

/** `abp up`, `abp engines` and `abp call`. */
export const gatewayCommands: readonly CommandSpec[] = [
  {
    path: ["up"],
    summary: "Start the daemon: any vendor's SDK or agent, on any engine",
    options: [
      {
        flags: "-p, --port <number>",
        description: "the port (default: port of the configuration; 0 takes a free one)",
      },
    ],
    examples: [
      ["abp up", "on simulated engines if none is configured: no key is needed"],
      ["abp up --config prod.toml", "with the engines, routes and keys of a file"],
    ],
    load: async () => {
      const [{ upWith }, { openDaemon }] = await Promise.all([
        import("../actions/gateway/up.ts"),
        import("../gateway.ts"),
      ]);
      return upWith(openDaemon);
    },
  },
  {
    path: ["engines"],
    summary: "List the engines, and check whether they answer",
    options: [{ flags: "--check", description: "request the models of each engine" }],
    examples: [
      ["abp engines", "names, dialects and URLs"],
      ["abp engines --check --json", "for scripts; exit code 6 when one does not answer"],
    ],
    load: async () => (await import("../actions/gateway/engines.ts")).engines,
  },
  {
    path: ["call"],
    summary: "Send one prompt in any dialect to any engine; show the answer, the losses and the cost",
    arguments: [{ name: "prompt", description: "the prompt (- for standard input)" }],
    options: [
      {
        flags: "-d, --dialect <name>",
        description: "the dialect to call in",
        choices: dialectIds,
        default: "openai",
      },
      { flags: "-e, --engine <name>", description: "the engine (default: by model)" },
      { flags: "-m, --model <name>", description: "the model to request" },
      { flags: "--system <text>", description: "a system prompt" },
      { flags: "--strict", description: "refuse every loss" },
    ],
    examples: [
      ['abp call "Say hello"', "on the simulated engine, which needs no key"],
      [
        'abp call "Say hello" --dialect claude --engine sim-gemini',
        "one vendor's request on another's engine",
      ],
      ['echo "Why?" | abp call - --json', "answer and receipt as JSON"],
    ],
    load: async () => (await import("../actions/gateway/call.ts")).call,
  },
];
