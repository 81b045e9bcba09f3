import { connectionNames } from "../../agents/names/index.ts";
import type { CommandSpec } from "../command.ts";

const target = [
  { flags: "--engine <name>", description: "the engine for the calls (default: by model)" },
  {
    flags: "-m, --model <name>",
    description:
      "the model for every purpose of the agent (default: its own, or the engine's `default_model`)",
  },
];

/** `abp env` and `abp exec`. */
export const gatewayEnvCommands: readonly CommandSpec[] = [
  {
    path: ["env"],
    summary: "Print the variables that make an agent or a program call the daemon",
    arguments: [{ name: "program", description: "the program", choices: connectionNames }],
    options: [
      ...target,
      {
        flags: "--shell <shell>",
        description: "the shell that evaluates them",
        choices: ["sh", "fish"],
        default: "sh",
      },
    ],
    examples: [
      ['eval "$(abp env claude)"', "Claude Code in this shell calls through the daemon"],
      ["abp env codex --engine anthropic", "Codex on another vendor's engine"],
      ["abp env sdk --json", "variables for the vendors' SDKs, as data"],
    ],
    load: async () => {
      const [{ envFrom }, { findGateway }] = await Promise.all([
        import("../actions/gateway/env.ts"),
        import("../gateway.ts"),
      ]);
      return envFrom(findGateway);
    },
  },
  {
    path: ["exec"],
    summary: "Run an agent or a program with its model calls going through a gateway",
    arguments: [{ name: "command", description: "the program and its arguments, after --", variadic: true }],
    options: target,
    examples: [
      ["abp exec -- claude", "Claude Code"],
      ["abp exec --engine google -m gemini-3.8-flash -- codex", "on a Gemini model"],
      ["abp exec --engine moonshot -- npx -y @openai/codex", "the engine's default"],
      ["abp exec -- python agent.py", "any vendor's SDK"],
    ],
    load: async () => {
      const [{ execThrough }, { withGateway }] = await Promise.all([
        import("../actions/gateway/exec.ts"),
        import("../gateway.ts"),
      ]);
      return execThrough(withGateway);
    },
  },
];
