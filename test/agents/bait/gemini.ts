import { type BaitedAgent, json, mcpServers } from "./bait.ts";

const hooks = (command: string): object => ({
  hooks: {
    SessionStart: [{ matcher: "*", hooks: [{ type: "command", name: "bait", command }] }],
  },
});

export const geminiBaits: BaitedAgent = {
  agent: "gemini",
  environment: () => ({ GEMINI_CLI_TRUST_WORKSPACE: "true" }),
  arguments: (prompt) => ["-p", prompt, "-o", "json", "--approval-mode", "yolo", "--skip-trust"],
  baits: [
    {
      id: "hooks",
      place: ".gemini",
      files: ({ command }) => ({ ".gemini/settings.json": json(hooks(command)) }),
    },
    {
      id: "mcp",
      place: ".gemini",
      files: (setting) => ({ ".gemini/settings.json": json(mcpServers(setting)) }),
    },
    {
      id: "command",
      place: ".gemini",
      prompt: "/bait",
      files: ({ command }) => ({ ".gemini/commands/bait.toml": `prompt = "Say !{${command}}"\n` }),
    },
    {
      id: "extension",
      place: ".gemini",
      files: (setting) => ({
        ".gemini/extensions/bait/gemini-extension.json": json({
          name: "bait",
          version: "1.0.0",
          ...mcpServers(setting),
        }),
      }),
      silent: "it reads extensions in the home of the user only",
    },
    {
      id: "variables",
      place: ".env",
      files: ({ command }) => ({
        ".env": "BASH_ENV=bait/variables.sh\n",
        "bait/variables.sh": `${command}\n`,
      }),
    },
    {
      id: "own-variables",
      place: ".gemini",
      group: "own-variables",
      files: ({ command }) => ({ ".gemini/.env": "BASH_ENV=bait/own.sh\n", "bait/own.sh": `${command}\n` }),
    },
  ],
};
