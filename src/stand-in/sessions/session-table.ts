import type { Usage } from "../../contract/index.ts";

/** One turn of a conversation. */
export interface SessionTurn {
  readonly run_id: string;
  /** The beginning of what the user said. */
  readonly prompt: string;
}

/** A conversation, as the program that began it knows it. */
export interface SessionEntry {
  readonly session_id: string;
  readonly cwd: string;
  readonly backend: string;
  /** The oldest first. The last one is continued. */
  readonly turns: readonly SessionTurn[];
  /** What all turns used. */
  readonly usage?: Usage | undefined;
}

/** Leads from the session ids of programs to the runs of the backplane. */
export interface SessionTable {
  find(sessionId: string): Promise<SessionEntry | undefined>;
  /** The conversation of a directory that was written last. */
  latest(cwd: string): Promise<SessionEntry | undefined>;
  /** Writes or replaces an entry. Later readers in any process find it. */
  record(entry: SessionEntry): Promise<void>;
}

/** The most turns and characters of a prompt that are kept, so that an entry stays small. */
const MAX_TURNS = 200;
const MAX_PROMPT_CHARACTERS = 4000;

/** The entry of a conversation after one more turn. */
export function withTurn(
  entry: Omit<SessionEntry, "turns">,
  before: readonly SessionTurn[],
  turn: SessionTurn,
): SessionEntry {
  const prompt = turn.prompt.slice(0, MAX_PROMPT_CHARACTERS);
  return { ...entry, turns: [...before, { run_id: turn.run_id, prompt }].slice(-MAX_TURNS) };
}

/** The run that a conversation continues. */
export function lastRun({ turns }: SessionEntry): string | undefined {
  return turns.at(-1)?.run_id;
}
