import type { CommandSpec } from "../command.ts";

/** `abp negotiate`. */
export const negotiateCommands: readonly CommandSpec[] = [
  {
    path: ["negotiate"],
    summary: "Judge what is needed against what a backend or model can do",
    options: [
      { flags: "-b, --backend <name>", description: "judge against this backend" },
      { flags: "--manifest <file>", description: "judge against this capability manifest (JSON)" },
      { flags: "--to <provider/model>", description: "judge against this model of the catalogue" },
      { flags: "--from <provider/model>", description: "the model in force: judge a switch to --to" },
      {
        flags: "-r, --require <capability[:min]>",
        description: "needed; min is native, emulated, a number or kinds (a+b)",
        repeat: true,
      },
      { flags: "-p, --prefer <capability[:min]>", description: "wanted, but not needed", repeat: true },
      { flags: "--on-use <capability[:min]>", description: "needed only when it is used", repeat: true },
      {
        flags: "--requirements <file>",
        description: "requirements of a work order, or a whole work order (JSON)",
      },
      {
        flags: "--param <key=value>",
        description: "a parameter in force, to see whether it survives the switch",
        repeat: true,
      },
      { flags: "--strict", description: "refuse every emulation of what is required" },
      { flags: "--passthrough", description: "bytes pass untouched: nothing can be emulated" },
      {
        flags: "--report <shape>",
        description: "print a report in this shape instead",
        choices: ["decision", "result", "report", "diagnostic"],
      },
      { flags: "--models", description: "list the models of the catalogue" },
    ],
    examples: [
      ["abp negotiate -b mock -r streaming:native -r tool_read", "a backend against requirements"],
      ["abp negotiate --to openai/gpt-5 -r context_window:200000 -p vision", "a model against requirements"],
      ["abp negotiate --from anthropic/claude-sonnet-4-5 --to moonshot/kimi-k2 -r tool_use", "a switch"],
      ["abp negotiate --models", "the models that are known"],
    ],
    load: async () => (await import("../actions/negotiate.ts")).negotiate,
  },
];
