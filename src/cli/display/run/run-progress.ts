import type { AgentEvent, ModelCallsRecord } from "../../../contract/index.ts";
import type { RunStep } from "../../../runtime/index.ts";
import { wireName } from "./summary/model-facts.ts";

/** The steps of a run, and the two states that the user causes. */
export type ShownStep = RunStep | "cancel" | "kill";

/** Tokens and cost so far. */
export interface RunSpending {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  readonly costUsd?: number | undefined;
}

/** The most names of changed files that are remembered to count each file once. Beyond it, every change counts. */
const MAX_REMEMBERED_FILES = 10_000;

/** The state of a run that the status line shows. */
export class RunProgress {
  readonly #clock: () => number;
  readonly #startedAt: number;
  readonly #files = new Set<string>();
  #furtherFiles = 0;
  #tools = 0;
  #lastTool: string | undefined;
  #step: ShownStep = "resolve";
  #spending: RunSpending = {};
  #meter: (() => ModelCallsRecord) | undefined;

  /** `clock` gives milliseconds that never step back. */
  constructor(clock: () => number) {
    this.#clock = clock;
    this.#startedAt = clock();
  }

  get step(): ShownStep {
    return this.#step;
  }

  get tools(): number {
    return this.#tools;
  }

  /** The tool that was called last and has no result yet. */
  get lastTool(): string | undefined {
    return this.#lastTool;
  }

  get files(): number {
    return this.#files.size + this.#furtherFiles;
  }

  /** As the gateway metered it, once a call has ended; before that, as the agent states it. */
  get spending(): RunSpending {
    const metered = this.#meter?.();
    if (metered === undefined || metered.calls === 0) return this.#spending;
    const { input_tokens, output_tokens, estimated_cost_usd } = metered.usage;
    return {
      inputTokens: input_tokens ?? undefined,
      outputTokens: output_tokens ?? undefined,
      costUsd: estimated_cost_usd ?? undefined,
    };
  }

  /** The models that the gateway saw, each once. */
  get models(): readonly string[] {
    return [...new Set((this.#meter?.().models ?? []).map(wireName))];
  }

  get elapsedMs(): number {
    return this.#clock() - this.#startedAt;
  }

  /** A run that is being cancelled or killed stays so until its result is verified. */
  setStep(step: ShownStep): void {
    const isEnding = this.#step === "cancel" || this.#step === "kill";
    if (isEnding && step !== "kill" && step !== "verify" && step !== "receipt") return;
    this.#step = step;
  }

  /** From now on the gateway says what is spent. */
  setMeter(meter: () => ModelCallsRecord): void {
    this.#meter = meter;
  }

  add(event: AgentEvent): void {
    this.#addUsage(event["usage"]);
    this.#addUsage(event.ext?.["usage"]);
    if (event.type === "tool_call") {
      this.#tools += 1;
      this.#lastTool = event.tool_name;
    } else if (event.type === "tool_result") {
      this.#lastTool = undefined;
    } else if (event.type === "file_changed") {
      if (this.#files.size < MAX_REMEMBERED_FILES) this.#files.add(event.path);
      else if (!this.#files.has(event.path)) this.#furtherFiles += 1;
    }
  }

  // An event may state the totals so far as `usage`, in the event or in its `ext`.
  #addUsage(usage: unknown): void {
    if (typeof usage !== "object" || usage === null) return;
    const stated = usage as Readonly<Record<string, unknown>>;
    this.#spending = {
      inputTokens: largest(this.#spending.inputTokens, stated["input_tokens"]),
      outputTokens: largest(this.#spending.outputTokens, stated["output_tokens"]),
      costUsd: largest(this.#spending.costUsd, stated["estimated_cost_usd"]),
    };
  }
}

function largest(known: number | undefined, stated: unknown): number | undefined {
  if (typeof stated !== "number" || !Number.isFinite(stated) || stated < 0) return known;
  return Math.max(known ?? 0, stated);
}
