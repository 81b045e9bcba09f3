import type { ToolDecision } from "../supervisor/run-request.ts";
import { wordOf } from "./word-of.ts";

interface Question {
  readonly resolve: (answer: ToolDecision) => void;
  readonly reject: (error: unknown) => void;
}

/** The questions about tools that wait for an answer. */
export class ToolQuestions {
  readonly #open = new Map<string, Question>();
  #count = 0;
  #denial: ToolDecision | undefined;

  /** Opens a question. `send` gets its id and sends it. */
  ask(send: (requestId: string) => void): Promise<ToolDecision> {
    if (this.#denial !== undefined) return Promise.resolve(this.#denial);
    this.#count += 1;
    const requestId = `${this.#count}`;
    return new Promise((resolve, reject) => {
      send(requestId);
      this.#open.set(requestId, { resolve, reject });
    });
  }

  /** Answers one question. Returns false if none has this id. */
  answer(requestId: unknown, answer: ToolDecision): boolean {
    const question = this.#open.get(wordOf(requestId));
    if (question === undefined) return false;
    this.#open.delete(wordOf(requestId));
    question.resolve(answer);
    return true;
  }

  /** Denies all open and all later questions. */
  denyAll(reason: string): void {
    this.#denial = { verdict: "deny", reason };
    for (const { resolve } of this.#open.values()) resolve(this.#denial);
    this.#open.clear();
  }

  rejectAll(error: unknown): void {
    for (const { reject } of this.#open.values()) reject(error);
    this.#open.clear();
  }
}
