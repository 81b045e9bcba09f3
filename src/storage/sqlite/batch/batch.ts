import type { ErrorCode } from "../../../contract/index.ts";
import type { Evidence } from "../../ledger/evidence-store.ts";
import type { ContentText } from "../content-text.ts";
import type { ControlWrite } from "./control-write.ts";

/** A write that most calls do without. Its answer is a boolean. */
export type RareWrite =
  | ConversationWrite
  /** A write of the control plane; its own type says what it answers. */
  | { readonly kind: "control"; readonly write: ControlWrite }
  /**
   * Stores reasoning; `heldAt` is in milliseconds since the epoch. Other reasoning under the same id, held after
   * `cutoff`, stays and becomes repeated. Answers whether there was none.
   */
  | (OwnedId & {
      readonly kind: "hold";
      readonly heldAt: number;
      readonly reasoning: string;
      readonly cutoff: number;
    })
  /**
   * Stores a response. One of another run under the same id, created after `cutoff`, stays and becomes repeated.
   * Answers true.
   */
  | (OwnedId & { readonly kind: "keep"; readonly response: ResponseRow; readonly cutoff: number })
  /** Replaces the body of a pending response that was created after `cutoff`; answers whether there was one. */
  | (OwnedId & {
      readonly kind: "finish";
      readonly readsUnowned: boolean;
      readonly body: ContentText;
      /** The ids of the items in the body. */
      readonly items?: readonly string[];
      /** What a conversation of the same owner gets, if it exists. */
      readonly turn?: TurnRow;
      readonly cutoff: number;
    })
  /** Adds events to a pending response; answers whether it is pending and they follow those that are stored. */
  | (OwnedId & {
      readonly kind: "response_events";
      readonly readsUnowned: boolean;
      readonly firstSeq: number;
      readonly lines: readonly string[];
      readonly cutoff: number;
    })
  /** Deletes a response that was created after `cutoff`; answers whether there was one. */
  | (OwnedId & { readonly kind: "remove"; readonly readsUnowned: boolean; readonly cutoff: number })
  /** Records the id of a response that an engine keeps; the id of another run becomes repeated. Answers true. */
  | (OwnedId & {
      readonly kind: "record";
      readonly engine: string;
      readonly runId: string;
      readonly createdAt: number;
    })
  /** Records the id of a thing that an engine's vendor keeps, unless another owner has it there. Answers true. */
  | (OwnedId & {
      readonly kind: "own";
      readonly engine: string;
      readonly createdAt: number;
      readonly address: string | null;
    })
  /** Deletes such an id of this owner; answers whether there was one. */
  | (OwnedId & { readonly kind: "disown"; readonly engine: string })
  /** Keeps evidence in place of an older one of the same pattern and value, and drops the oldest beyond a limit. Answers true. */
  | { readonly kind: "learn"; readonly tenant: string; readonly evidence: Evidence }
  /** Adds events to a run that is open; refused unless they follow those that are stored. Answers true. */
  | (EventRows & { readonly kind: "events" })
  /** Writes nothing. Answers true after everything that reached the writer before it. */
  | { readonly kind: "wait" }
  /** Deletes up to `limit` rows that were written at or before `cutoff`; answers whether there may be more. */
  | {
      readonly kind: "expire";
      readonly table: ExpiringTable;
      readonly cutoff: number;
      readonly limit: number;
    }
  /** Signs a checkpoint of the log as it is after this batch, unless its size is signed already. Answers true. */
  | { readonly kind: "checkpoint"; readonly tenant: string }
  /** Writes something that leaves no trace, to find out whether the ledger can write. Answers true. */
  | { readonly kind: "probe" }
  /** Deletes journal rows. Answers true. */
  | { readonly kind: "forget"; readonly journal: readonly number[] };

/** A write of conversations and threads. `usedAt` and `cutoff` are in milliseconds since the epoch. */
export type ConversationWrite =
  /** Creates a conversation; answers whether its id is new. */
  | (OwnedId & {
      readonly kind: "conversation";
      readonly createdAt: number;
      readonly metadata: string;
      readonly items: readonly ItemRow[];
    })
  /** Replaces the metadata of a conversation that was used after `cutoff`; answers whether there is one. */
  | (OwnedId & {
      readonly kind: "update_conversation";
      readonly metadata: string;
      readonly usedAt: number;
      readonly cutoff: number;
    })
  /** Deletes a conversation with its items; answers whether there was one. */
  | (OwnedId & { readonly kind: "remove_conversation"; readonly cutoff: number })
  /** Adds items to the end of a conversation; answers whether there is one. */
  | (OwnedId & {
      readonly kind: "add_items";
      readonly items: readonly ItemRow[];
      readonly usedAt: number;
      readonly cutoff: number;
    })
  /** Deletes an item of a conversation; answers whether both exist. */
  | (OwnedId & {
      readonly kind: "remove_item";
      readonly item: string;
      readonly usedAt: number;
      readonly cutoff: number;
    })
  /** Keeps a thread in place of the one that it continues, and drops the oldest beyond a limit. Answers true. */
  | (OwnedId & {
      readonly kind: "thread";
      readonly previousId: string | null;
      readonly usedAt: number;
      readonly state: ContentText;
    });

/** An item of a conversation. */
export interface ItemRow {
  readonly id: string;
  readonly item: ContentText;
}

/** The key of a row with content. */
export interface OwnedId {
  readonly tenant: string;
  readonly owner: string;
  readonly id: string;
}

/** A table whose rows expire. */
export type ExpiringTable =
  | "responses"
  | "custody"
  | "engine_responses"
  | "engine_resources"
  | "events"
  | "conversations"
  | "threads"
  | "run_changes"
  | "once_answers";

/** A row of the table `events`: consecutive events of one run. */
export interface EventRows {
  readonly tenant: string;
  readonly runId: string;
  /** The number of events of the run before these. */
  readonly firstSeq: number;
  readonly count: number;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** The canonical JSON of each event, separated by line feeds. */
  readonly lines: string;
}

/** Items that a conversation gets together with the end of a response. */
export interface TurnRow {
  readonly conversation: string;
  readonly items: readonly ItemRow[];
  /** In milliseconds since the epoch. */
  readonly usedAt: number;
}

/** A row of the table `responses`, without its key. */
export interface ResponseRow {
  readonly previousId: string | null;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly runId: string;
  readonly engine: string;
  readonly isNative: number;
  readonly isPending: number;
  readonly input: ContentText;
  readonly body: ContentText;
  /** The ids of the items in the body. */
  readonly items?: readonly string[];
}

/**
 * The writes that one thread asks for at a time, all in one transaction. The lists are flat, because an object for each write
 * costs more to copy between threads than its content.
 */
export interface Batch {
  /** Tenant, run id and JSON line of each run that begins. */
  readonly begins: readonly string[];
  /** Tenant, run id and the three pieces of each prepared receipt. */
  readonly appends: readonly string[];
  readonly rare: readonly RareWrite[];
}

/** The number of list members that belong to one begin. */
export const BEGIN_WIDTH = 3;
/** The number of list members that belong to one append. */
export const APPEND_WIDTH = 5;

/** Why one write of a batch was not made, while the others were. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The result of a batch, sent after its transaction is durable or was rolled back. */
export interface Acknowledgement {
  /** The position of each receipt in its log; -1 if it was refused. */
  readonly seqs: readonly number[];
  /** The SHA-256 of each receipt's bytes; the error message if it was refused. */
  readonly digests: readonly string[];
  /** The error code of each refused receipt, in order. */
  readonly refusals: readonly ErrorCode[];
  /** The answer to each rare write. */
  readonly answers: readonly (boolean | Refusal)[];
  /** The refusal of each begin, undefined if it was written; absent if all were. */
  readonly beginRefusals?: readonly (Refusal | undefined)[];
  /** Why nothing of the batch was written; the lists are empty then. */
  readonly failure?: string;
  /** Whether the batch failed because the ledger cannot write, not because of a write in it. */
  readonly isUnavailable?: boolean;
}
