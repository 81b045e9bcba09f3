import { AbpError, type AgentEvent, type BudgetRecord, type WorkOrder } from "../../contract/index.ts";
import type { RunControl } from "../ending/run-control.ts";
import { Budget } from "./budget.ts";
import { type CallActivity, DEFAULT_IDLE_MS, IdleLimit } from "./idle-limit.ts";
import { Timer } from "./timer.ts";
import { TurnCounter } from "./turn-counter.ts";

/** Where the limits of a run come from. */
export interface LimitSources {
  readonly order: Pick<WorkOrder, "timeout_ms" | "limits" | "config">;
  /** The time limit of the backend. */
  readonly backendTimeoutMs: number | undefined;
  /** The idle limit of an order that names none; 0 for none, 15 minutes if it is not given. */
  readonly idleMs?: number | undefined;
  /** The model calls of the run. */
  readonly calls?: (() => CallActivity) | undefined;
  /** The cost of the model calls so far; undefined if none is metered. */
  readonly meteredCostUsd: () => number | undefined;
}

const NO_CALLS: CallActivity = { ended: 0, open: 0 };

/** Ends a run that reaches one of its limits: wall time, idle time, turns, budget or bytes of output. */
export class RunLimits {
  readonly #sources: LimitSources;
  readonly #control: Pick<RunControl, "end">;
  readonly #wall: Timer;
  /** The order's own limit, which counts every silence but that of an open question. */
  readonly #silence: Timer;
  readonly #idle: IdleLimit;
  #isWaiting = false;
  #questions = 0;
  readonly #turns = new TurnCounter();
  readonly #budget: Budget;

  constructor(sources: LimitSources, control: Pick<RunControl, "end">) {
    this.#sources = sources;
    this.#control = control;
    this.#budget = new Budget(sources.meteredCostUsd);
    const wallMs = leastOf(sources.order.timeout_ms, sources.backendTimeoutMs);
    this.#wall = new Timer(wallMs, () => this.#end("run_timed_out", `the run took longer than ${wallMs} ms`));
    const ownMs = sources.order.limits?.idle_ms;
    this.#silence = new Timer(ownMs, () => this.#end("run_idle", `the run sent no event for ${ownMs} ms`));
    this.#idle = new IdleLimit({
      idleMs: ownMs === undefined ? (sources.idleMs ?? DEFAULT_IDLE_MS) : 0,
      calls: sources.calls ?? (() => NO_CALLS),
      onIdle: (silentMs) =>
        this.#end(
          "run_idle",
          `the run sent no event and made no model call for ${Math.round(silentMs / 1000)} s`,
        ),
    });
  }

  /** What the run cost, for its receipt; undefined if it has no budget. */
  budget(): BudgetRecord | undefined {
    const { max_budget_usd } = this.#sources.order.config;
    if (max_budget_usd === null) return undefined;
    const { reportedUsd, meteredUsd = null } = this.#budget.spending;
    return { limit_usd: max_budget_usd, reported_usd: reportedUsd, metered_usd: meteredUsd };
  }

  /** Starts the time of the run. */
  start(): void {
    this.#wall.start();
  }

  /** Ends all timers. */
  stop(): void {
    this.#wall.stop();
    this.#isWaiting = false;
    this.#watch();
  }

  /** The run waits for the next event. */
  waiting(): void {
    this.#isWaiting = true;
    this.#watch();
  }

  /** The run waits for something else, which does not count as idle. */
  working(): void {
    this.#isWaiting = false;
    this.#watch();
  }

  /** Waits for the answer to a question of the backend, which does not count as idle. */
  async whileAsked<Answer>(answer: Promise<Answer>): Promise<Answer> {
    this.#questions += 1;
    this.#watch();
    try {
      return await answer;
    } finally {
      this.#questions -= 1;
      this.#watch();
    }
  }

  #watch(): void {
    for (const timer of [this.#silence, this.#idle]) {
      if (this.#isWaiting && this.#questions === 0) timer.start();
      else timer.stop();
    }
  }

  /** Looks at an event; `bytes` is the size of all events so far. */
  observe(event: AgentEvent, bytes: number): void {
    this.#turns.observe(event);
    this.#idle.observe(event);
    this.#budget.observe(event);
    const { limits, config } = this.#sources.order;
    const maxBytes = limits?.output_bytes;
    if (maxBytes !== undefined && bytes > maxBytes) {
      this.#end("sidecar_output_exceeded", `the events of the run are longer than ${maxBytes} bytes`);
    }
    if (config.max_turns !== null && this.#turns.turns > config.max_turns) {
      this.#end("run_turns_exceeded", `the run began turn ${this.#turns.turns} of ${config.max_turns}`);
    }
    this.checkBudget();
  }

  /** Looks at the usage that the backend reported at its end. */
  report(usage: unknown): void {
    this.#budget.report(usage);
    this.checkBudget();
  }

  /** Whether the run may begin another turn. */
  hasTurnLeft(): boolean {
    const { max_turns } = this.#sources.order.config;
    return max_turns === null || this.#turns.turns < max_turns;
  }

  /** The backend gets another order of the same run. */
  nextOrder(): void {
    this.#turns.end();
    this.#budget.nextTurn();
  }

  /** Looks at what the run has cost so far. */
  checkBudget(): void {
    const budget = this.#sources.order.config.max_budget_usd;
    const spent = this.#budget.spentUsd;
    if (budget === null || spent <= budget) return;
    this.#end("run_budget_exceeded", `the run cost ${spent} USD, and its budget is ${budget} USD`);
  }

  #end(
    code:
      | "run_timed_out"
      | "run_idle"
      | "run_turns_exceeded"
      | "run_budget_exceeded"
      | "sidecar_output_exceeded",
    message: string,
  ): void {
    const isTime = code === "run_timed_out" || code === "run_idle";
    this.#control.end(new AbpError(code, message), isTime ? "timed_out" : "failed");
  }
}

function leastOf(...limits: readonly (number | undefined)[]): number | undefined {
  const given = limits.filter((limit) => limit !== undefined);
  return given.length === 0 ? undefined : Math.min(...given);
}
