import type { AgentEvent } from "../../contract/index.ts";
import { Timer } from "./timer.ts";

/** The limit of a run for which nobody names one. */
export const DEFAULT_IDLE_MS = 15 * 60_000;

/** A tool that was called and gave nothing back may work for this long. */
const MAX_TOOL_MS = 60 * 60_000;

/** The model calls of a run. */
export interface CallActivity {
  /** How many have ended. */
  readonly ended: number;
  /** How many are under way. */
  readonly open: number;
}

/** What an idle limit looks at, besides events. */
export interface IdleSources {
  /** 0 for no limit. */
  readonly idleMs: number;
  readonly calls: () => CallActivity;
  readonly onIdle: (silentMs: number) => void;
}

/**
 * Finds out that a run has stopped working: no event and no model call for `idleMs`. A model call under way counts as work. A tool
 * that was called and has no result yet may be silent for an hour.
 */
export class IdleLimit {
  readonly #sources: IdleSources;
  readonly #timer: Timer;
  readonly #tools = new Set<string>();
  #unnamedTools = 0;
  #silentMs = 0;
  #endedCalls = 0;

  constructor(sources: IdleSources) {
    this.#sources = sources;
    const { idleMs } = sources;
    this.#timer = new Timer(idleMs === 0 ? undefined : idleMs, () => this.#elapsed());
  }

  /** Begins to wait for an event. */
  start(): void {
    this.#silentMs = 0;
    this.#timer.start();
  }

  stop(): void {
    this.#timer.stop();
  }

  observe(event: AgentEvent): void {
    if (event.type === "tool_call") {
      if (event.tool_use_id === null) this.#unnamedTools += 1;
      else this.#tools.add(event.tool_use_id);
    } else if (event.type === "tool_result") {
      if (event.tool_use_id === null) this.#unnamedTools = Math.max(0, this.#unnamedTools - 1);
      else this.#tools.delete(event.tool_use_id);
    } else if (event.type === "assistant_message") {
      // Some backends report no results. One that speaks again has them.
      this.#tools.clear();
      this.#unnamedTools = 0;
    }
  }

  #elapsed(): void {
    const { idleMs, calls, onIdle } = this.#sources;
    this.#timer.stop();
    const { ended, open } = calls();
    const hasCalled = open > 0 || ended !== this.#endedCalls;
    this.#endedCalls = ended;
    this.#silentMs = hasCalled ? 0 : this.#silentMs + idleMs;
    const limitMs = this.#tools.size + this.#unnamedTools > 0 ? Math.max(idleMs, MAX_TOOL_MS) : idleMs;
    if (this.#silentMs >= limitMs) onIdle(this.#silentMs);
    else this.#timer.start();
  }
}
