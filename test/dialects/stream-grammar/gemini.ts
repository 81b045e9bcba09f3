import { isMembers, type Members } from "../../../src/dialects/members/members.ts";
import type { GrammarFault, StreamGrammar } from "./stream-grammar.ts";

interface CandidateState {
  finish?: unknown;
  isFinished: boolean;
  isCalling: boolean;
}

/** Checks a stream of partial responses. */
export function openGeminiGrammar(): StreamGrammar {
  return new GeminiGrammar();
}

class GeminiGrammar implements StreamGrammar {
  readonly #faults: GrammarFault[] = [];
  readonly #candidates = new Map<number, CandidateState>();
  #index = -1;
  #id: string | undefined;
  #isOver = false;
  #isBlocked = false;

  push(data: string, event: string | undefined): void {
    this.#index++;
    if (this.#isOver) this.#fault("an event follows the error");
    if (event !== undefined) this.#fault(`events have no name, this one is ${event}`);
    let chunk: unknown;
    try {
      chunk = JSON.parse(data);
    } catch {
      this.#fault("the event is not JSON");
      return;
    }
    if (!isMembers(chunk)) this.#fault("the event is no object");
    else if (chunk["error"] !== undefined) this.#error(chunk["error"]);
    else this.#chunk(chunk);
  }

  end(): readonly GrammarFault[] {
    this.#index++;
    if (!this.#isOver) {
      if (this.#candidates.size === 0 && !this.#isBlocked) this.#fault("no candidate, no error and no block");
      for (const [index, state] of this.#candidates) {
        if (!state.isFinished) this.#fault(`candidate ${index} has no finishReason`);
        // A call that is cut off by a limit has no end.
        if (state.isCalling && (state.finish === "STOP" || state.finish === 1))
          this.#fault(`candidate ${index} ends inside a functionCall`);
      }
    }
    return this.#faults;
  }

  #error(error: unknown): void {
    this.#isOver = true;
    if (!isMembers(error) || typeof error["message"] !== "string" || typeof error["code"] !== "number")
      this.#fault("an error needs code and message");
  }

  #chunk(chunk: Members): void {
    const { candidates, promptFeedback, responseId, usageMetadata } = chunk;
    if (typeof responseId === "string") {
      if (this.#id !== undefined && this.#id !== responseId) this.#fault("responseId changes");
      this.#id = responseId;
    } else if (responseId !== undefined) this.#fault("responseId is no text");
    if (isMembers(promptFeedback) && promptFeedback["blockReason"] !== undefined) this.#isBlocked = true;
    if (usageMetadata !== undefined && !isMembers(usageMetadata)) this.#fault("usageMetadata is no object");
    if (candidates === undefined) return;
    if (!Array.isArray(candidates)) this.#fault("candidates is no list");
    else for (const [place, one] of candidates.entries()) this.#candidate(one, place);
  }

  #candidate(value: unknown, place: number): void {
    if (!isMembers(value)) {
      this.#fault("a candidate is no object");
      return;
    }
    const { index = place, content, finishReason } = value;
    if (typeof index !== "number" || !Number.isInteger(index) || index < 0) {
      this.#fault("index is no count");
      return;
    }
    let state = this.#candidates.get(index);
    if (state === undefined) {
      state = { isFinished: false, isCalling: false };
      this.#candidates.set(index, state);
    }
    if (isMembers(content)) this.#content(content, state);
    else if (content !== undefined) this.#fault("content is no object");
    if (finishReason === undefined) return;
    if (typeof finishReason !== "string" && typeof finishReason !== "number")
      this.#fault("finishReason is no word of the enum");
    state.isFinished = true;
    state.finish = finishReason;
  }

  #content(content: Members, state: CandidateState): void {
    const { role, parts } = content;
    if (role !== undefined && role !== "model") this.#fault(`the role is ${JSON.stringify(role)}, not model`);
    if (parts === undefined) return;
    if (!Array.isArray(parts)) {
      this.#fault("parts is no list");
      return;
    }
    for (const part of parts) {
      if (!isMembers(part) || Object.keys(part).length === 0) this.#fault("a part is empty or no object");
      else if (part["text"] !== undefined && typeof part["text"] !== "string") this.#fault("text is no text");
      else if (part["functionCall"] !== undefined) this.#call(part["functionCall"], state);
      else if (state.isCalling && part["text"] !== "")
        this.#fault("another part begins before the functionCall is over");
    }
  }

  #call(call: unknown, state: CandidateState): void {
    if (!isMembers(call)) {
      this.#fault("functionCall is no object");
      return;
    }
    const { name, args, willContinue } = call;
    if (!state.isCalling && typeof name !== "string") this.#fault("a functionCall begins without a name");
    if (args !== undefined && !isMembers(args)) this.#fault("args is no object");
    state.isCalling = willContinue === true;
  }

  #fault(message: string): void {
    this.#faults.push({ index: this.#index, message });
  }
}
