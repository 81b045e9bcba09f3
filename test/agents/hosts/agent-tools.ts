import type { Step } from "../agent-cases.ts";

/** How a simulated engine makes a real agent use its own tools. */
export interface AgentTools {
  readonly agent: string;
  /** The model that the agent has to use; undefined if it has one of its own. */
  readonly model: string | undefined;
  /** The dialect that the agent itself speaks, so that an engine of another one is chosen. */
  readonly dialect: string;
  /** Steps that replace a line of a file. Some agents must read the file before. */
  readonly edit: (path: string, before: string, after: string) => readonly Step[];
  /** Steps that make a new file. */
  readonly write: (path: string, content: string) => readonly Step[];
  readonly command: (command: string) => Step;
  /** Other tools, if the agent offers them to this model instead. */
  readonly forModel?: (model: string) => Partial<AgentTools> | undefined;
  /** A step that the policy denies in place of writing a file, and the contract's name of its tool. */
  readonly denied?: { readonly tool: string; readonly step: Step };
}

/** The tools that an agent offers to a model. */
export function toolsFor(tools: AgentTools, model: string): AgentTools {
  return { ...tools, ...tools.forModel?.(model), model };
}

const step = (tool: string, input: object): Step => ({ tool, input: JSON.stringify(input) });

const patch = (change: string): string =>
  `apply_patch <<'EOF'\n*** Begin Patch\n${change}\n*** End Patch\nEOF\n`;

const code = (command: string): Step => ({
  tool: "exec",
  input: `await tools.exec_command({ cmd: ${JSON.stringify(command)} })`,
});

const codeTools = {
  edit: (path: string, before: string, after: string) => [
    code(patch(`*** Update File: ${path}\n@@\n-${before}\n+${after}`)),
  ],
  write: (path: string, content: string) => [code(patch(`*** Add File: ${path}\n+${content.trimEnd()}`))],
  command: code,
};

const copilotCommand = (command: string): Step =>
  step("bash", { command, description: "Run the command", mode: "sync" });

const copilotShell: Partial<AgentTools> = {
  edit: (path, before, after) => [copilotCommand(`sed -i 's/${before}/${after}/' ${path}`)],
  denied: { tool: "Glob", step: step("glob", { pattern: "*" }) },
};

const patchTools: Partial<AgentTools> = {
  edit: (path, before, after) => [
    step("apply_patch", {
      patchText: `*** Begin Patch\n*** Update File: ${path}\n@@\n-${before}\n+${after}\n*** End Patch`,
    }),
  ],
  denied: { tool: "WebFetch", step: step("webfetch", { url: "http://127.0.0.1:9/", format: "text" }) },
};

/** The tools of every agent that has an installation. */
export const agentTools: readonly AgentTools[] = [
  {
    agent: "claude",
    model: undefined,
    dialect: "claude",
    edit: (path, before, after) => [
      step("Read", { file_path: path }),
      step("Edit", { file_path: path, old_string: before, new_string: after }),
    ],
    write: (path, content) => [step("Write", { file_path: path, content })],
    command: (command) => step("Bash", { command }),
  },
  {
    agent: "codex",
    model: "gpt-5.5",
    dialect: "codex",
    // Its freeform tool takes text of many lines, which a line of a prompt cannot hold. The shell takes the same patch.
    edit: (path, before, after) => [
      step("exec_command", { cmd: patch(`*** Update File: ${path}\n@@\n-${before}\n+${after}`) }),
    ],
    write: (path, content) => [
      step("exec_command", { cmd: patch(`*** Add File: ${path}\n+${content.trimEnd()}`) }),
    ],
    command: (command) => step("exec_command", { cmd: command }),
    // To these models it offers one tool that runs code.
    forModel: (model) => (/^gpt-(5\.6|6)/.test(model) ? codeTools : undefined),
  },
  {
    agent: "gemini",
    model: "gemini-2.5-pro",
    dialect: "gemini",
    edit: (path, before, after) => [
      step("replace", {
        file_path: path,
        old_string: before,
        new_string: after,
        instruction: "Replace the line.",
      }),
    ],
    write: (path, content) => [step("write_file", { file_path: path, content })],
    command: (command) => step("run_shell_command", { command }),
  },
  {
    agent: "opencode",
    model: "some-model",
    dialect: "openai",
    edit: (path, before, after) => [
      step("read", { filePath: path }),
      step("edit", { filePath: path, oldString: before, newString: after }),
    ],
    write: (path, content) => [step("write", { filePath: path, content })],
    command: (command) => step("bash", { command, description: "Run the command" }),
    // To these models it offers patches in place of edits and writes.
    forModel: (model) => (/^gpt-(?!4)/.test(model) ? patchTools : undefined),
  },
  {
    agent: "copilot",
    model: "some-model",
    dialect: "openai",
    edit: (path, before, after) => [
      step("view", { path }),
      step("edit", { path, old_str: before, new_str: after }),
    ],
    write: (path, content) => [step("create", { path, file_text: content })],
    command: copilotCommand,
    // To these models it offers a freeform tool for patches, which a line of a prompt cannot hold.
    forModel: (model) => (/^gpt-(?!4)/.test(model) ? copilotShell : undefined),
  },
  {
    agent: "kimi",
    model: "kimi-k2-thinking",
    dialect: "kimi",
    edit: (path, before, after) => [
      step("Read", { path }),
      step("Edit", { path, old_string: before, new_string: after }),
    ],
    write: (path, content) => [step("Write", { path, content })],
    command: (command) => step("Bash", { command }),
  },
];
