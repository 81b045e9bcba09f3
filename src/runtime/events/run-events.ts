import type { ExecutionMode } from "../../contract/index.ts";
import { TRACE_LIMITS } from "../../storage/index.ts";
import type { RunLog } from "../run-log.ts";
import { replayStream } from "../streams/index.ts";
import { EventFeed } from "./event-feed.ts";
import { EventRecorder } from "./event-recorder.ts";
import { EventWriter } from "./event-writer.ts";
import { RunClock } from "./run-clock.ts";
import type { RunSecrets } from "./run-secrets.ts";
import { TimeOrder } from "./time-order.ts";
import { Trace } from "./trace.ts";

/** What the events of a run need to know of it. */
export interface EventSetting {
  readonly runId: string;
  readonly mode: ExecutionMode;
  readonly log?: Pick<RunLog, "ledger"> | undefined;
  readonly maxTraceEvents?: number | undefined;
  readonly maxTraceBytes?: number | undefined;
  readonly wallClock: () => Date;
  /** Values that no event may show. */
  readonly secrets: RunSecrets;
}

/** The events of a run, connected: the clock, the trace, the store and the caller. */
export class RunEvents {
  readonly clock: RunClock;
  readonly trace: Trace;
  readonly feed: EventFeed;
  readonly recorder: EventRecorder;
  /** Called at most once, when events cannot be stored any more. */
  onStoreFailure: ((error: unknown) => void) | undefined;

  constructor({ runId, mode, log, maxTraceEvents, maxTraceBytes, wallClock, secrets }: EventSetting) {
    const ledger = log?.ledger;
    this.clock = new RunClock(wallClock);
    this.trace = new Trace({
      maxEvents: maxTraceEvents ?? TRACE_LIMITS.maxEvents,
      maxBytes: maxTraceBytes ?? TRACE_LIMITS.maxBytes,
    });
    this.feed = new EventFeed({
      kept: this.trace.kept,
      replay: ledger === undefined ? undefined : (fromSeq) => replayStream(ledger, runId, { fromSeq }),
    });
    const writer = new EventWriter(ledger, runId, {
      onWritten: (event) => this.feed.push(event),
      onFailure: (error) => this.onStoreFailure?.(error),
    });
    this.recorder = new EventRecorder(
      { trace: this.trace, writer, feed: this.feed },
      new TimeOrder(this.clock),
      mode,
      secrets,
    );
  }

  close(): Promise<void> {
    return this.recorder.close();
  }
}
