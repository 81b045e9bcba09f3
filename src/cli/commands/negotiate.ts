import type { CommandSpec } from "../command.ts";

/** `abp negotiate`. */
export const negotiateCommands: readonly CommandSpec[] = [
  {
    path: ["negotiate"],
    summary: "Compare requirements with the capabilities of a backend or model",
    options: [
      { flags: "-b, --backend <name>", description: "compare with this backend" },
      { flags: "--manifest <file>", description: "compare with this capability manifest (JSON)" },
      { flags: "--to <provider/model>", description: "compare with this model of the catalogue" },
      { flags: "--from <provider/model>", description: "the current model: judge a switch to --to" },
      {
        flags: "-r, --require <capability[:min]>",
        description: "required; min is native, emulated, a number or kinds (a+b)",
        repeat: true,
      },
      { flags: "-p, --prefer <capability[:min]>", description: "preferred, but not required", repeat: true },
      { flags: "--on-use <capability[:min]>", description: "required only when it is used", repeat: true },
      {
        flags: "--requirements <file>",
        description: "requirements of a work order, or a whole work order (JSON)",
      },
      {
        flags: "--param <key=value>",
        description: "a current parameter, to see whether the switch keeps it",
        repeat: true,
      },
      { flags: "--strict", description: "refuse every emulation of what is required" },
      { flags: "--passthrough", description: "bytes pass unchanged, so that nothing can be emulated" },
      {
        flags: "--report <shape>",
        description: "print JSON in this form instead of a table",
        choices: ["decision", "result", "report", "diagnostic"],
      },
      { flags: "--models", description: "list the models of the catalogue" },
    ],
    examples: [
      ["abp negotiate -b mock -r streaming:native -r tool_read", "a backend against requirements"],
      ["abp negotiate --to openai/gpt-5 -r context_window:200000 -p vision", "a model against requirements"],
      ["abp negotiate --from anthropic/claude-sonnet-4-5 --to moonshot/kimi-k2 -r tool_use", "a switch"],
      ["abp negotiate --models", "the known models"],
    ],
    load: async () => (await import("../actions/negotiate.ts")).negotiate,
  },
];
