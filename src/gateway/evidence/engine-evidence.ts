import type { Engine } from "../../engines/index.ts";
import { learnFromError, limitsFor, type ModelLimits, withLessons } from "../../models/index.ts";
import type { EvidenceStore } from "../../storage/index.ts";
import type { SliceQueue } from "../slices/slice-queue.ts";
import { readBody } from "../slices/whole-body.ts";

/** The evidence that a tenant's calls of an engine use and add to. */
export interface EngineEvidence {
  readonly store: EvidenceStore;
  /** How long evidence counts, in milliseconds. Zero switches it off. */
  readonly ttlMs: number;
  readonly now: () => number;
}

/** A rejected call: what was sent, and what the engine answered. */
export interface RejectedCall {
  readonly engine: Pick<Engine, "name" | "dialect">;
  /** The model that was requested of the engine. */
  readonly model: string | undefined;
  /** The body as it was sent. */
  readonly sent: Uint8Array | string | undefined;
  readonly status: number;
  /** The body of the answer, parsed. */
  readonly failure: unknown;
  readonly slices: SliceQueue;
}

/** A vendor's error may repeat what it was sent. A longer lesson is none. */
const MAX_LESSON_LENGTH = 1024;

/** The limits of a model with the evidence about it; undefined if there is none, and the known limits hold. */
export function limitsWithEvidence(
  { store, ttlMs, now }: EngineEvidence,
  engine: Pick<Engine, "name" | "dialect">,
  model: string | undefined,
): ModelLimits | undefined {
  if (ttlMs === 0 || model === undefined) return undefined;
  const evidence = store.find(engine.name, model, now() - ttlMs);
  return evidence.length === 0 ? undefined : withLessons(limitsFor(engine.dialect.id, model), evidence);
}

/**
 * Keeps what the rejection of a mapped call teaches, for later calls of this tenant. The call itself is not repeated: its
 * caller gets the vendor's error.
 */
export function keepEvidence({ store, ttlMs, now }: EngineEvidence, rejected: RejectedCall): void {
  const { engine, model, sent, status, failure, slices } = rejected;
  if (ttlMs === 0 || status !== 400 || model === undefined || sent === undefined) return;
  const learn = (request: unknown): void => {
    const lesson = learnFromError(engine.dialect.id, failure, request);
    if (lesson !== undefined && lesson.value.length <= MAX_LESSON_LENGTH)
      store.learn({ engine: engine.name, model, ...lesson, learnedAt: now() });
  };
  const request = readBody(
    typeof sent === "string" ? Buffer.from(sent) : Buffer.from(sent.buffer, sent.byteOffset, sent.length),
    slices,
  );
  // The caller does not wait until a long body is read again.
  if (request instanceof Promise) void request.then(learn);
  else learn(request);
}
