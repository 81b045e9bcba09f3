import type { CommandSpec, GroupSpec, SectionSpec } from "./command.ts";
import { acpCommands } from "./commands/acp.ts";
import { agentCommands } from "./commands/agents.ts";
import { commandLineCommands } from "./commands/command-line.ts";
import { compareCommands } from "./commands/compare.ts";
import { configCommands } from "./commands/config.ts";
import { dialectCommands } from "./commands/dialect.ts";
import { documentCommands } from "./commands/document.ts";
import { gatewayCommands } from "./commands/gateway.ts";
import { gatewayEnvCommands } from "./commands/gateway-env.ts";
import { keyCommands } from "./commands/key.ts";
import { negotiateCommands } from "./commands/negotiate.ts";
import { receiptCommands, signingKeyCommands } from "./commands/receipt.ts";
import { runCommands } from "./commands/run.ts";
import { sidecarCommands } from "./commands/sidecar.ts";
import { submittedRunCommands } from "./commands/submitted-runs.ts";

/** The groups of commands, such as `abp receipt`. */
export const groups: readonly GroupSpec[] = [
  { name: "agents", summary: "The agents that work orders can run on" },
  { name: "sidecar", summary: "Check programs that run work orders" },
  { name: "receipt", summary: "Verify, compare, prove and list receipts" },
  { name: "receipt keys", summary: "The keys that sign receipts" },
  { name: "key", summary: "The keys that callers send: who may call models and use the control API" },
  { name: "config", summary: "Check, show, compare and trust configurations" },
];

/** Every command, in the order of the help. */
export const commands: readonly CommandSpec[] = [
  ...gatewayCommands,
  ...gatewayEnvCommands,
  ...runCommands,
  ...submittedRunCommands,
  ...compareCommands,
  ...agentCommands,
  ...acpCommands,
  ...sidecarCommands,
  ...dialectCommands,
  ...negotiateCommands,
  ...documentCommands,
  ...receiptCommands,
  ...signingKeyCommands,
  ...keyCommands,
  ...configCommands,
  ...commandLineCommands,
];

/** The sections of the help, each with the first words of its commands. */
export const sections: readonly SectionSpec[] = [
  { title: "Call models through the gateway:", names: ["up", "key", "exec", "env", "call", "engines"] },
  {
    title: "Run agents:",
    names: [
      "run",
      "runs",
      "logs",
      "cancel",
      "approve",
      "compare",
      "apply",
      "agents",
      "backends",
      "acp",
      "sidecar",
    ],
  },
  { title: "Prove what happened:", names: ["receipt", "inspect"] },
  {
    title: "Translate between dialects and models:",
    names: ["translate", "explain", "detect", "register", "negotiate"],
  },
  {
    title: "Settings, documents and help:",
    names: ["config", "validate", "schema", "completion", "help", "version"],
  },
];
