import type { CommandSpec } from "../command.ts";

/** `abp help`, `abp version`, `abp completion`, and the command that its scripts call. */
export const commandLineCommands: readonly CommandSpec[] = [
  {
    path: ["completion"],
    summary: "Print a completion script for a shell",
    arguments: [
      { name: "shell", description: "which shell", choices: ["bash", "zsh", "fish", "powershell"] },
    ],
    examples: [
      ["source <(abp completion bash)", "in ~/.bashrc"],
      ["abp completion fish > ~/.config/fish/completions/abp.fish", "for fish"],
    ],
    load: async () => (await import("../actions/completion.ts")).completion,
  },
  {
    path: ["complete"],
    summary: "Print the completions of a partial command line",
    hidden: true,
    arguments: [{ name: "words", description: "the words so far, after --", optional: true, variadic: true }],
    examples: [["abp complete -- receipt v", "what the completion scripts call"]],
    load: async () => (await import("../actions/completion.ts")).complete,
  },
  {
    path: ["help"],
    summary: "Show the help of a command, as --help does",
    arguments: [
      { name: "command", description: "the command, such as receipt verify", optional: true, variadic: true },
    ],
    examples: [
      ["abp help", "all commands"],
      ["abp help receipt verify", "options and examples of one"],
    ],
    // The command line becomes that of --help, so this is not reached.
    load: async () => (await import("../actions/version.ts")).version,
  },
  {
    path: ["version"],
    summary: "Print the version, as --version does",
    examples: [["abp version --json", "as data"]],
    load: async () => (await import("../actions/version.ts")).version,
  },
];
