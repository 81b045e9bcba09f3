import { AbpError } from "../../../contract/index.ts";
import type { SidecarFrame } from "../../protocol/frame.ts";
import type { SidecarRunRequest, ToolDecision } from "../run-request.ts";

/** How many requests of one run may wait for a decision. */
const MAX_WAITING = 100;
const NOBODY: ToolDecision = { verdict: "deny", reason: "nobody decides about tools in this run" };
const UNDECIDED: ToolDecision = { verdict: "deny", reason: "the decision failed" };

/** The questions of one run whether a tool may be used. */
export class ToolRequests {
  readonly #decide: SidecarRunRequest["onToolRequest"];
  readonly #answer: (requestId: string, decision: ToolDecision) => void;
  readonly #waiting = new Set<string>();
  readonly #end = new AbortController();

  constructor(
    decide: SidecarRunRequest["onToolRequest"],
    answer: (requestId: string, decision: ToolDecision) => void,
  ) {
    this.#decide = decide;
    this.#answer = answer;
  }

  get areWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  /** Throws an error of the protocol for a question in a wrong form, a repeated id, and too many open questions. */
  ask(frame: SidecarFrame): void {
    const { request_id: id, tool_name: toolName, input } = frame;
    if (typeof id !== "string" || typeof toolName !== "string" || input === undefined) {
      throw new AbpError("protocol_invalid_envelope", "A tool_request needs request_id, tool_name and input");
    }
    if (this.#waiting.has(id)) {
      throw new AbpError(
        "protocol_unexpected_message",
        "A tool_request repeats the request_id of an open one",
      );
    }
    if (this.#waiting.size >= MAX_WAITING) {
      throw new AbpError("protocol_unexpected_message", `More than ${MAX_WAITING} tool requests are open`);
    }
    this.#waiting.add(id);
    const settle = (decision: ToolDecision) => {
      this.#waiting.delete(id);
      if (!this.#end.signal.aborted) this.#answer(id, decision);
    };
    // An approver that fails must not let the tool through, nor end the run.
    Promise.resolve()
      .then(() => this.#decide?.({ toolName, input }, this.#end.signal) ?? NOBODY)
      .then(settle, () => settle(UNDECIDED));
  }

  /** The run has ended: open questions are withdrawn, and their answers are not sent. */
  end(): void {
    this.#end.abort();
    this.#waiting.clear();
  }
}
