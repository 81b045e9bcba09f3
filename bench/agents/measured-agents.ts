/** An agent that is measured, and how it is run alone. */
export interface MeasuredAgent {
  readonly agent: string;
  readonly engine: string;
  readonly model: string | undefined;
  /** The arguments of its own headless mode, with a line for each event. */
  readonly headless: (task: string) => readonly string[];
  /** Whether the headless mode writes pieces of text as they come, as the host does. */
  readonly hasPieces: boolean;
}

export const measuredAgents: readonly MeasuredAgent[] = [
  {
    agent: "claude",
    engine: "sim-openai",
    model: undefined,
    headless: (task) => [
      ...["-p", task, "--output-format", "stream-json", "--verbose", "--include-partial-messages"],
      "--dangerously-skip-permissions",
    ],
    hasPieces: true,
  },
  {
    agent: "codex",
    engine: "sim-claude",
    model: "gpt-5.5",
    headless: (task) => [
      ...["exec", "--json", "--skip-git-repo-check", "--sandbox", "danger-full-access", task],
    ],
    hasPieces: false,
  },
  {
    agent: "gemini",
    engine: "sim-claude",
    model: "gemini-2.5-pro",
    headless: (task) => ["-p", task, "-o", "stream-json", "--approval-mode", "yolo", "--skip-trust"],
    hasPieces: true,
  },
];
