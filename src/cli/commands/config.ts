import type { CommandSpec } from "../command.ts";

/** `abp config …`. */
export const configCommands: readonly CommandSpec[] = [
  {
    path: ["config", "check"],
    summary: "Check the configuration; every problem is listed (exit code 3)",
    arguments: [
      {
        name: "file",
        description: "a file (default: the files of the current directory and user)",
        optional: true,
      },
    ],
    examples: [["abp config check", "the effective configuration"]],
    load: async () => (await import("../actions/config.ts")).check,
  },
  {
    path: ["config", "show"],
    summary: "Show the effective configuration; secrets are masked",
    options: [{ flags: "--origin", description: "print where each value comes from" }],
    examples: [["abp config show --origin", "flag, variable, file and line, or default"]],
    load: async () => (await import("../actions/config.ts")).show,
  },
  {
    path: ["config", "diff"],
    summary: "Compare two configuration files",
    arguments: [
      { name: "left", description: "one file" },
      { name: "right", description: "the other one" },
    ],
    examples: [["abp config diff a.toml b.toml", "exit code 1 when they differ"]],
    load: async () => (await import("../actions/config.ts")).diff,
  },
];
