import type { CommandSpec } from "../command.ts";

/** `abp completion`, and the command that its scripts call. */
export const completionCommands: readonly CommandSpec[] = [
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
];
