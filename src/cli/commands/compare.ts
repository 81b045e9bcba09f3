import type { CommandSpec } from "../command.ts";
import { SANDBOX_CHOICES } from "../flags/sandbox-choice.ts";

/** `abp compare`. */
export const compareCommands: readonly CommandSpec[] = [
  {
    path: ["compare"],
    summary: "Run one work order on several backends, and put the results side by side",
    options: [
      { flags: "-b, --backends <names>", description: "the backends, separated by commas" },
      { flags: "-t, --task <text>", description: "the task, in words" },
      {
        flags: "-w, --work-order <file>",
        description: "a work order document instead of --task (- for standard input)",
      },
      {
        flags: "-m, --model <model>",
        description: "the model for all backends, or BACKEND=MODEL for one of them",
        repeat: true,
      },
      {
        flags: "-e, --engine <name>",
        description: "the engine that the agents' model calls go to (default: by the model's name)",
      },
      {
        flags: "--verify <command>",
        description: "check each result with a shell command; if it fails, the exit code is 1",
      },
      { flags: "--verify-timeout <seconds>", description: "how long --verify may take", default: "600" },
      { flags: "--parallel", description: "run all backends at once, instead of one after the other" },
      { flags: "--image <file>", description: "an image for the agents", repeat: true },
      { flags: "--mcp-config <file>", description: "MCP servers for the agents, as JSON" },
      { flags: "--root <dir>", description: "the workspace (default: .); it is not changed" },
      { flags: "--include <glob>", description: "stage only matching files", repeat: true },
      { flags: "--exclude <glob>", description: "do not stage matching files", repeat: true },
      { flags: "--env <KEY=VALUE>", description: "an environment variable of the runs", repeat: true },
      { flags: "--policy <file>", description: "a policy profile (JSON); it can only tighten a work order" },
      { flags: "--max-budget-usd <amount>", description: "stop each run before it spends more" },
      { flags: "--max-turns <count>", description: "stop each run after this many turns" },
      { flags: "--timeout <seconds>", description: "stop each run after this many seconds" },
      {
        flags: "--sandbox <level>",
        description:
          "auto takes the highest level that works here, which must be L3 for a real agent; a named level is required",
        choices: SANDBOX_CHOICES,
      },
    ],
    examples: [
      ['abp compare -b claude,codex -t "Fix the build" --verify "npm test"', "two agents, and their tests"],
      [
        'abp compare -b claude,codex -t "Fix it" -m claude=claude-sonnet-4-5 -m codex=gpt-5.5',
        "each on a model of its own",
      ],
      ['abp compare -b claude,codex -t "Fix it" -e openai -m gpt-5.5', "both on the same model"],
      ['abp compare -b claude,codex -t "Fix it" --parallel --json', "at once, the results as JSON"],
    ],
    load: async () => (await import("../actions/compare/compare.ts")).compare,
  },
];
