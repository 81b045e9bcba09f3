import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The note beside a home that is kept. The agent cannot write to it from within its sandbox. */
export interface KeptSession {
  readonly runId: string;
  /** The first run of the conversation. Its stage is at the same path in every run, because agents name files by it. */
  readonly conversation: string;
  /** The name of the backend whose agent wrote the home. */
  readonly backend: string;
  readonly keptAt: Date;
}

const FILE = "session.json";
const RUN_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** Writes the note of a home. From now on it is not removed with its run. */
export async function writeKeptSession(directory: string, kept: KeptSession): Promise<void> {
  const { runId, conversation, backend, keptAt } = kept;
  const document = { run_id: runId, conversation, backend, kept_at: keptAt.toISOString() };
  await writeFile(join(directory, FILE), `${JSON.stringify(document)}\n`, { mode: 0o600 });
}

/** Reads the note of a home. Undefined if there is none, or none of ours. */
export async function readKeptSession(directory: string): Promise<KeptSession | undefined> {
  let document: unknown;
  try {
    document = JSON.parse(await readFile(join(directory, FILE), "utf8"));
  } catch {
    // A run that was killed leaves no note, or half of one.
    return undefined;
  }
  if (typeof document !== "object" || document === null) return undefined;
  const { run_id, conversation, backend, kept_at } = document as Record<string, unknown>;
  if (!isRunId(run_id) || !isRunId(conversation) || typeof backend !== "string") return undefined;
  const keptAt = new Date(typeof kept_at === "string" ? kept_at : Number.NaN);
  return Number.isNaN(keptAt.getTime()) ? undefined : { runId: run_id, conversation, backend, keptAt };
}

export function isRunId(value: unknown): value is string {
  return typeof value === "string" && RUN_ID.test(value);
}
