import type { CommandSpec } from "../command.ts";

/** The command that makes a backend an agent for editors. */
export const acpCommands: readonly CommandSpec[] = [
  {
    path: ["acp"],
    summary:
      "Be an agent for editors: speak the Agent Client Protocol on standard input and output, on any backend",
    options: [
      {
        flags: "-b, --backend <name>",
        description: "the backend; ABP_BACKEND or default_backend unless given",
      },
      { flags: "--engine <name>", description: "the engine that receives the agent's model calls" },
      { flags: "-m, --model <model>", description: "the model that the agent uses" },
    ],
    examples: [
      ["abp acp --backend codex", "for the settings of an editor, as the command of an agent"],
      ["abp acp -b claude --engine openai -m gpt-5.5", "an agent on another vendor's model"],
    ],
    load: async () => (await import("../programs/acp-program.ts")).acp,
  },
];
