/** One step of an agent's task: a tool that it is made to call, and with what. */
export interface Step {
  readonly tool: string;
  readonly input: string;
}

/** How a real agent is made to do a small task in a folder without anybody at hand. */
export interface AgentCase {
  readonly title: string;
  readonly agent: string;
  /** The dialects of the simulated engines that it is run on, none of them its own. */
  readonly engines: readonly string[];
  readonly model?: string;
  readonly environment?: (home: string) => Readonly<Record<string, string>>;
  readonly arguments: (prompt: string) => readonly string[];
  /** Whether the prompt comes by standard input, because the command line would change it. */
  readonly readsStdin?: boolean;
  /** Writes `hello.txt` with `hello` and copies it to `copy.txt`, by the agent's own tools. */
  readonly steps: (folder: string) => readonly Step[];
}

const json = (value: object): string => JSON.stringify(value);
const copy = "cat hello.txt > copy.txt";

const codexArguments = (prompt: string) => [
  ...["exec", "--json", "--skip-git-repo-check", "--sandbox", "danger-full-access", prompt],
];

/** Every agent that is tried. */
export const agentCases: readonly AgentCase[] = [
  {
    title: "Claude Code",
    agent: "claude",
    engines: ["openai", "gemini"],
    // Without the sandbox variable it refuses to run tools unasked as root.
    environment: (home) => ({ CLAUDE_CONFIG_DIR: `${home}/.claude`, IS_SANDBOX: "1" }),
    arguments: (prompt) => [
      "--bare",
      "-p",
      prompt,
      "--output-format",
      "json",
      "--dangerously-skip-permissions",
    ],
    steps: (folder) => [
      {
        tool: "Edit",
        input: json({ file_path: `${folder}/hello.txt`, old_string: "", new_string: "hello\n" }),
      },
      { tool: "Bash", input: json({ command: copy }) },
    ],
  },
  {
    title: "Codex",
    agent: "codex",
    engines: ["claude"],
    model: "gpt-5.5",
    arguments: codexArguments,
    steps: () => [
      // A freeform tool: if the engine's dialect has none, the text is the argument `input`.
      {
        tool: "apply_patch",
        input: json({ input: "*** Begin Patch\n*** Add File: hello.txt\n+hello\n*** End Patch\n" }),
      },
      { tool: "exec_command", input: json({ cmd: copy }) },
    ],
  },
  {
    title: "Codex with its tool for code",
    agent: "codex",
    engines: ["openai"],
    // The newest default takes no tools behind this API.
    model: "gpt-6-sol",
    arguments: codexArguments,
    steps: () => [
      { tool: "exec", input: `await tools.exec_command({ cmd: "echo hello > hello.txt" })` },
      { tool: "exec", input: `await tools.exec_command({ cmd: "${copy}" })` },
    ],
  },
  {
    title: "Gemini CLI",
    agent: "gemini",
    engines: ["claude"],
    model: "gemini-2.5-pro",
    arguments: (prompt) => ["-p", prompt, "-o", "json", "--approval-mode", "yolo", "--skip-trust"],
    steps: (folder) => [
      { tool: "write_file", input: json({ file_path: `${folder}/hello.txt`, content: "hello\n" }) },
      { tool: "run_shell_command", input: json({ command: copy }) },
    ],
  },
  {
    title: "OpenCode",
    agent: "opencode",
    engines: ["claude"],
    model: "some-model",
    environment: () => ({ OPENCODE_DISABLE_LSP_DOWNLOAD: "1", OPENCODE_DISABLE_DEFAULT_PLUGINS: "1" }),
    arguments: () => ["run", "--format", "json"],
    readsStdin: true,
    steps: (folder) => [
      { tool: "write", input: json({ filePath: `${folder}/hello.txt`, content: "hello\n" }) },
      { tool: "bash", input: json({ command: copy }) },
    ],
  },
  {
    title: "Copilot CLI",
    agent: "copilot",
    engines: ["claude"],
    model: "some-model",
    arguments: (prompt) => [
      ...["-p", prompt, "--output-format", "json", "--allow-all-tools"],
      ...["--no-auto-update", "--no-ask-user", "--disable-builtin-mcps"],
    ],
    steps: (folder) => [
      { tool: "create", input: json({ path: `${folder}/hello.txt`, file_text: "hello\n" }) },
      { tool: "bash", input: json({ command: copy, description: "Copy the file", mode: "sync" }) },
    ],
  },
  {
    title: "Kimi Code",
    agent: "kimi",
    engines: ["claude"],
    model: "kimi-k2-thinking",
    environment: (home) => ({ KIMI_CODE_HOME: `${home}/.kimi` }),
    arguments: (prompt) => ["-p", prompt, "--output-format", "stream-json"],
    steps: (folder) => [
      { tool: "Write", input: json({ path: `${folder}/hello.txt`, content: "hello\n" }) },
      { tool: "Bash", input: json({ command: copy }) },
    ],
  },
];

/** The prompt that makes a simulated engine take the steps one by one and then say something. */
export function scriptedPrompt(steps: readonly Step[], said: string): string {
  const calls = steps.map(({ tool, input }) => `sim: call ${tool} ${input}`);
  return ["Write hello.txt and copy it.", ...calls, `sim: say ${said}`].join("\n");
}
