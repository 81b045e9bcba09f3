import type { Engine } from "../../engines/index.ts";
import type { HeaderList } from "../../lib/index.ts";
import type { PassedJudge } from "../enforcement/passed-judge.ts";
import type { Admission } from "../exchange/admission.ts";

/**
 * Plans a call that passes through. `first` is the beginning of the body, at most `FIRST_BYTES` long, or all of it; undefined
 * if there is no body, or if it is no JSON. It may name the model that decides the route. `judge` keeps
 * the decisions of the policy. Rejects with the error to answer with.
 */
export type PlanTransfer = (
  admission: Admission,
  first: FirstBytes | undefined,
  judge: PassedJudge,
) => Promise<TransferPlan>;

/** How much of a body is received before its call is planned. */
export const FIRST_BYTES = 64 * 1024;

/** The beginning of a body. */
export interface FirstBytes {
  readonly bytes: Uint8Array;
  /** Whether that is the whole body. */
  readonly isWhole: boolean;
}

/** A part of a body's first bytes that is replaced: the model that a route renames. */
export interface BodySplice {
  /** In bytes of the body; `end` is behind the part. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A call that passes through: where it goes, and what is watched and replaced on the way. */
export interface TransferPlan {
  readonly engine: Engine;
  /** Path and query below the engine's base URL, or below `origin`, without prefixes and credentials of ours. */
  readonly path: string;
  /** Where the engine itself said to send the rest of an upload. The engine refuses one that is not of its vendor. */
  readonly origin?: string | undefined;
  /** The model as the path or the first bytes name it; undefined if they name none. */
  readonly model?: string | undefined;
  /** The model that the engine is asked for, if it is another one. */
  readonly upstreamModel?: string | undefined;
  /** Replaces the model in the first bytes if the route renames it. */
  readonly splice?: BodySplice | undefined;
  /** Whether the caller's own vendor key is meant for this engine. True unless it says otherwise. */
  readonly getsCallerKey?: boolean | undefined;
  /** Decisions that the receipt names. */
  readonly warnings?: readonly string[] | undefined;
  /** Undefined if nothing of the request's body has to be checked. */
  openBodyWatch(contentType: string | undefined): BodyWatch | undefined;
  /** Undefined if nothing of a session's messages has to be checked. */
  openMessageWatch?(): MessageWatch | undefined;
  /** Called with the head of the engine's answer. */
  openAnswer(status: number, headers: HeaderList): TransferAnswer;
}

/**
 * Checks a request's body while it passes. The last chunk is held back until `end` has resolved, so that the engine never
 * has a complete request that was refused. Both methods throw the error to answer with.
 */
export interface BodyWatch {
  push(chunk: Uint8Array): void;
  end(): Promise<void>;
  /** The model that the body names, once it is seen. */
  readonly model: string | undefined;
}

/** Checks the caller's messages of a session, in their order. */
export interface MessageWatch {
  /**
   * Throws the error that ends the session. Returns a promise if something has to be looked up: the message, and those behind
   * it, wait until it resolves.
   */
  check(data: Buffer): Promise<void> | undefined;
  /** Sees a message of the engine, which may show ids that belong to the caller. */
  fromEngine?(data: Buffer): void;
  /** The model that the messages name first. */
  readonly model: string | undefined;
}

/** One address of the vendor that was replaced by one of the gateway. */
export interface AddressSplice {
  /** A path in the body, such as `$.results_url`, or `header <name>`. */
  readonly where: string;
  readonly from: string;
  readonly to: string;
}

/** An engine's answer on its way to the caller. */
export interface TransferAnswer {
  /** Without hop-by-hop headers; without `content-length` if the body's length may change. */
  readonly headers: HeaderList;
  /** The bytes to send on: the same ones unless an address in them is replaced. */
  push(chunk: Uint8Array): Uint8Array | undefined;
  /**
   * Called at the end of a complete answer, before its last bytes go out. Resolves when the ids of what the call made are
   * stored with their owner, so that the caller can use them at once.
   */
  end(): Promise<Uint8Array | undefined>;
  readonly splices: readonly AddressSplice[];
  /** Whether `end` stores or forgets something, so that nothing that completes the answer may reach the caller before. */
  readonly storesAtEnd?: boolean;
}
