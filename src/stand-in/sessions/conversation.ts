import { AbpError, addUsage, type Usage } from "../../contract/index.ts";
import { lastRun, type SessionEntry, type SessionTable, withTurn } from "./session-table.ts";

/** The conversation that a program asks for. */
export interface ConversationChoice {
  /** The id that a new conversation gets; made up unless given. */
  readonly sessionId: string | undefined;
  /** The session to continue: its id, or the latest one of the directory. */
  readonly resume: string | "latest" | undefined;
  /** Whether it goes on in a copy. */
  readonly forks: boolean;
  /** Whether it may be continued later. */
  readonly keepsSession: boolean;
}

/** Where a conversation belongs to. */
export interface ConversationPlace {
  readonly table: SessionTable;
  readonly cwd: string;
  readonly backend: string;
  readonly newId: () => string;
}

/** The end of a turn. */
export interface ConversationTurn {
  /** Undefined if nothing was started. */
  readonly runId: string | undefined;
  /** Whether a later run can continue it. */
  readonly hasSession: boolean;
  /** What it used. */
  readonly usage?: Usage | undefined;
}

/** One conversation: its id, and the run that the next turn continues. */
export class Conversation {
  readonly id: string;
  readonly #place: ConversationPlace;
  readonly #keeps: boolean;
  #entry: Pick<SessionEntry, "turns">;
  #resume: { readonly runId: string; readonly fork: boolean } | undefined;
  #lost = false;
  #used: Usage | undefined;

  private constructor(
    id: string,
    place: ConversationPlace,
    keeps: boolean,
    before: SessionEntry | undefined,
    forks: boolean,
  ) {
    this.id = id;
    this.#place = place;
    this.#keeps = keeps;
    this.#entry = { turns: before?.turns ?? [] };
    this.#used = before?.usage;
    const runId = before === undefined ? undefined : lastRun(before);
    if (runId !== undefined) this.#resume = { runId, fork: forks };
  }

  /** Begins a conversation, or finds the one to continue. Throws `session_not_found`. */
  static async open(choice: ConversationChoice, place: ConversationPlace): Promise<Conversation> {
    const { resume, sessionId, forks, keepsSession } = choice;
    const before = resume === undefined ? undefined : await findSession(resume, place);
    const continued = forks ? undefined : before?.session_id;
    const id = sessionId ?? continued ?? place.newId();
    return new Conversation(id, place, keepsSession, before, forks);
  }

  /** The run that the next turn continues. Throws `session_not_found` if the turn before it cannot be continued. */
  get resume(): { readonly runId: string; readonly fork: boolean } | undefined {
    if (!this.#lost) return this.#resume;
    throw new AbpError(
      "session_not_found",
      "the conversation cannot go on: the backend reported no session",
      {
        advice: "Use a backend that can resume, or one message for each session.",
      },
    );
  }

  /** The last run that another one can continue; undefined without one. */
  get lastRun(): string | undefined {
    return this.#resume?.runId;
  }

  /** What all turns of the conversation used, those before this process included. */
  get used(): Usage | undefined {
    return this.#used;
  }

  /** Takes the end of a turn into account. */
  async ended({ runId, hasSession, usage }: ConversationTurn, prompt: string): Promise<void> {
    if (runId === undefined) return;
    if (usage !== undefined) this.#used = this.#used === undefined ? usage : addUsage(this.#used, usage);
    if (!hasSession) {
      // A turn that was cut short leaves the conversation as it was before.
      if (this.#resume === undefined) this.#lost = true;
      return;
    }
    this.#resume = { runId, fork: false };
    const { cwd, backend, table } = this.#place;
    const used = this.#used === undefined ? {} : { usage: this.#used };
    const turn = { run_id: runId, prompt };
    const entry = withTurn({ session_id: this.id, cwd, backend, ...used }, this.#entry.turns, turn);
    this.#entry = entry;
    if (this.#keeps) await table.record(entry);
  }
}

async function findSession(
  resume: string,
  { table, cwd, backend }: ConversationPlace,
): Promise<SessionEntry | undefined> {
  const found = resume === "latest" ? await table.latest(cwd) : await table.find(resume);
  if (found === undefined) {
    // Without an earlier conversation, `--continue` begins one.
    if (resume === "latest") return undefined;
    throw new AbpError("session_not_found", `No conversation found with session ID: ${resume}`);
  }
  if (found.backend === backend) return found;
  throw new AbpError(
    "session_not_found",
    `the session ${found.session_id} belongs to the backend ${found.backend}, and this one is ${backend}`,
    { advice: `Set ABP_BACKEND=${found.backend} to continue it.` },
  );
}
