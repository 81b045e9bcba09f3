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
  {
    path: ["config", "trust"],
    summary: "Trust the present content of a project's backplane.toml, so that commands use it",
    arguments: [
      {
        name: "path",
        description: "the file or its directory (default: the current directory)",
        optional: true,
      },
    ],
    options: [{ flags: "--list", description: "list the trusted files instead, and whether they changed" }],
    examples: [
      ["abp config show", "the keys that an untrusted file would set"],
      ["abp config trust", "use ./backplane.toml as it is now; a changed file is untrusted again"],
      ["abp config trust ../app", "the file of another directory"],
      ["abp config trust --list", "what is trusted on this machine"],
    ],
    load: async () => (await import("../actions/config-trust.ts")).trust,
  },
  {
    path: ["config", "untrust"],
    summary: "End the trust in a project's backplane.toml",
    arguments: [
      {
        name: "path",
        description: "the file or its directory (default: the current directory)",
        optional: true,
      },
    ],
    examples: [["abp config untrust", "commands refuse ./backplane.toml again"]],
    load: async () => (await import("../actions/config-trust.ts")).untrust,
  },
];
