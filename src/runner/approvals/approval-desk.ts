import type { ApprovalQuestion, Approver } from "../../policy/index.ts";
import type { ApprovalStore, StoredApproval } from "../../storage/index.ts";
import { shownInput } from "./shown-input.ts";

type ApproverAnswer = Awaited<ReturnType<Approver["approve"]>>;

/** How often a question is looked up whose decision another process may have written. */
const LOOK_UP_MS = 1000;

/** Whose run or model call asks. */
export interface Asker {
  readonly tenant: string;
  readonly owner: string;
  readonly keyName: string;
}

/** What the desk needs of its process. */
export interface ApprovalDeskParts {
  readonly store: Pick<ApprovalStore, "open" | "decide" | "find" | "expireAll">;
  readonly newId: () => string;
  readonly now: () => Date;
  /** How long a question waits. */
  readonly timeoutMs: number;
  /** Calls back again and again until the returned function is called; a test calls back when it wants. */
  readonly every?: (call: () => void, ms: number) => () => void;
}

/** Puts questions into the store and waits until a person decides them, there or through the API. */
export class ApprovalDesk {
  readonly #parts: ApprovalDeskParts;
  /** By the id of the approval. */
  readonly #waiting = new Map<string, () => void>();

  constructor(parts: ApprovalDeskParts) {
    this.#parts = parts;
  }

  /** Answers the questions of one run. */
  approverOf(asker: Asker): Approver {
    return { approve: (question, signal) => this.#ask(asker, question, signal) };
  }

  /** Answers the questions of model calls; `askerOf` finds the owner by the name of the key. Calls of other keys are denied. */
  approverOfCalls(askerOf: (keyName: string) => Asker | undefined): Approver {
    return {
      approve: async (question, signal) => {
        const asker = askerOf(question.caller);
        return asker === undefined ? false : this.#ask(asker, question, signal);
      },
    };
  }

  /** Says that an approval was decided. */
  decided(approvalId: string): void {
    this.#waiting.get(approvalId)?.();
  }

  /** Expires what an earlier process left open; resolves to the number of such approvals. */
  expireAll(): Promise<number> {
    return this.#parts.store.expireAll(this.#parts.now());
  }

  async #ask(asker: Asker, question: ApprovalQuestion, signal: AbortSignal): Promise<ApproverAnswer> {
    const { store, newId, now, timeoutMs } = this.#parts;
    const id = newId();
    const createdAt = now();
    const decided = this.#wait(id, signal);
    try {
      await store.open({
        ...{ id, ...asker, createdAt },
        runId: question.runId,
        operation: question.operation,
        tool: question.subject,
        rule: question.rule,
        riskLevel: question.riskLevel,
        input: shownInput(question.input),
        expiresAt: new Date(createdAt.getTime() + timeoutMs),
      });
      await decided.promise;
      if (signal.aborted) await store.decide(id, { state: "expired", at: now() });
      return answerOf(await store.find(id));
    } finally {
      decided.stop();
    }
  }

  /** Waits for the decision, or for the moment from which on no answer counts. */
  #wait(id: string, signal: AbortSignal): { readonly promise: Promise<void>; readonly stop: () => void } {
    const { store, every = callEvery } = this.#parts;
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = () => resolve();
    if (signal.aborted) end();
    signal.addEventListener("abort", end);
    this.#waiting.set(id, end);
    const stopLooking = every(() => {
      // A store that cannot be read now can be read at the next look-up.
      store.find(id).then(
        (found) => {
          if (found !== undefined && found.state !== "open") end();
        },
        () => undefined,
      );
    }, LOOK_UP_MS);
    return {
      promise,
      stop: () => {
        stopLooking();
        signal.removeEventListener("abort", end);
        this.#waiting.delete(id);
      },
    };
  }
}

function answerOf(approval: StoredApproval | undefined): ApproverAnswer {
  if (approval?.state === "allowed") return true;
  return { denied: approval?.reason ?? "it was not approved" };
}

function callEvery(call: () => void, ms: number): () => void {
  const timer = setInterval(call, ms);
  timer.unref();
  return () => clearInterval(timer);
}
