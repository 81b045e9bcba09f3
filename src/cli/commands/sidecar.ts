import type { CommandSpec } from "../command.ts";

/** `abp sidecar check`. */
export const sidecarCommands: readonly CommandSpec[] = [
  {
    path: ["sidecar", "check"],
    summary: "Check a sidecar against the protocol and its faults, and print a report",
    arguments: [{ name: "command", description: "the sidecar and its arguments, after --", variadic: true }],
    options: [
      {
        flags: "--timeout <seconds>",
        description: "how long one run, or the hello, may take",
        default: "30",
      },
      { flags: "--task <text>", description: "a task that it does quickly (default: say hello)" },
      {
        flags: "--slow-task <text>",
        description: "a task that takes more than 5 seconds (default: sleep 10)",
      },
      {
        flags: "--tool-task <text>",
        description: "a task that uses a tool, for a sidecar that asks before tools",
      },
      { flags: "--env <KEY=VALUE>", description: "an environment variable of the sidecar", repeat: true },
    ],
    examples: [
      ["abp sidecar check -- python3 hosts/python/host.py", "the example sidecar"],
      ["abp sidecar check --json -- ./my-sidecar --verbose", "the report as JSON"],
      ['abp sidecar check --task "Say hi" --slow-task "Count to 100" -- ./agent', "tasks for a real agent"],
    ],
    load: async () => (await import("../actions/sidecar/check.ts")).sidecarCheck,
  },
];
