import type { Outcome, WorkOrder } from "../../contract/index.ts";
import type { ToolDecision } from "../supervisor/run-request.ts";
import { buildClaim } from "./claim.ts";
import type { RunContext, RunResult, SidecarDefinition } from "./definition.ts";
import type { FrameWriter } from "./frame-writer.ts";
import { errorText } from "./frames.ts";
import { SteeringMessages } from "./steering-messages.ts";
import { ToolQuestions } from "./tool-questions.ts";
import { wordOf } from "./word-of.ts";

export interface RunSurroundings {
  readonly definition: SidecarDefinition;
  readonly writer: FrameWriter;
  /** Writes a note for people to standard error. */
  readonly note: (text: string) => void;
  readonly now: () => Date;
}

/** One run from its `run` frame to its one `final` or `fatal` frame. */
export class ActiveRun {
  readonly id: string;
  readonly #workOrder: WorkOrder;
  readonly #around: RunSurroundings;
  readonly #controller = new AbortController();
  readonly #questions = new ToolQuestions();
  readonly #messages = new SteeringMessages();
  #hasEnded = false;

  constructor(id: string, workOrder: WorkOrder, around: RunSurroundings) {
    this.id = id;
    this.#workOrder = workOrder;
    this.#around = around;
  }

  /** Runs the sidecar's code and reports its result. Never rejects. */
  async execute(): Promise<void> {
    const { definition, now } = this.#around;
    const context = this.#context();
    const startedAt = now();
    try {
      await context.emit({ type: "run_started", message: `${definition.identity.id} starts` });
      const result = (await this.#result(context)) ?? {};
      const outcome = result.outcome ?? (this.#controller.signal.aborted ? "partial" : "complete");
      await context.emit({ type: "run_completed", message: `${definition.identity.id}: ${outcome}` });
      this.#finish(startedAt, outcome, result);
    } catch (error) {
      this.fail(errorText(error));
    }
  }

  /** Aborts the signal of the run. */
  cancel(reason: string): void {
    const error = new Error(`cancelled: ${reason}`);
    this.#controller.abort(error);
    this.#questions.rejectAll(error);
  }

  /** Takes the answer to a question about a tool. */
  decide(requestId: unknown, answer: ToolDecision): void {
    if (!this.#questions.answer(requestId, answer)) {
      this.#around.note(`a tool_decision answers no open question (request_id ${wordOf(requestId)})`);
    }
  }

  /** Takes a message of the user. */
  steer(text: string): void {
    this.#messages.add(text);
  }

  /** Denies the tools that nobody can decide on any more. */
  inputEnded(): void {
    this.#questions.denyAll("the backplane has closed the input, so nobody can allow a tool");
  }

  /** Ends the run with a `fatal` frame, unless it has ended. */
  fail(error: string): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#questions.rejectAll(new Error(error));
    void this.#around.writer.write({ t: "fatal", ref_id: this.id, error });
  }

  // A cancelled run that throws has reached no result, and that is no fault.
  async #result(context: RunContext): Promise<RunResult | undefined> {
    try {
      return (await this.#around.definition.run(context)) ?? undefined;
    } catch (error) {
      if (!this.#controller.signal.aborted) throw error;
      await context.warning(errorText(error));
      return { outcome: "partial" };
    }
  }

  #finish(startedAt: Date, outcome: Outcome, result: RunResult): void {
    if (this.#hasEnded) return;
    const { definition, writer, now } = this.#around;
    const receipt = buildClaim(definition, {
      runId: this.id,
      workOrderId: this.#workOrder.id,
      startedAt,
      finishedAt: now(),
      outcome,
      result,
    });
    void writer.write({ t: "final", ref_id: this.id, receipt });
    this.#hasEnded = true;
  }

  #context(): RunContext {
    const { definition, writer, note, now } = this.#around;
    const { id } = this;
    const emit: RunContext["emit"] = async (event) => {
      if (this.#hasEnded) {
        note(`an event of type ${event.type} came after the end of run ${id} and is dropped`);
        return;
      }
      await writer.write({ t: "event", ref_id: id, event: { ts: now().toISOString(), ...event } });
    };
    return {
      runId: id,
      workOrder: this.#workOrder,
      signal: this.#controller.signal,
      emit,
      text: (text) => emit({ type: "assistant_delta", text }),
      message: (text) => emit({ type: "assistant_message", text }),
      warning: (message) => emit({ type: "warning", message }),
      askTool: async (toolName, input) => {
        if (definition.asksBeforeTools !== true) {
          throw new Error("askTool needs asksBeforeTools: true in the definition of the sidecar");
        }
        this.#controller.signal.throwIfAborted();
        return this.#questions.ask((requestId) => {
          const request = { request_id: requestId, tool_name: toolName, input: input ?? null };
          void writer.write({ t: "tool_request", ref_id: id, ...request });
        });
      },
      onSteer: (listener) => {
        if (definition.acceptsSteering !== true) {
          throw new Error("onSteer needs acceptsSteering: true in the definition of the sidecar");
        }
        this.#messages.listen(listener);
      },
    };
  }
}
