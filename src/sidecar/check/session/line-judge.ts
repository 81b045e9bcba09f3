import { Receipt, SidecarEvent } from "../../../contract/index.ts";
import { textOfJson } from "../../../lib/index.ts";
import type { Findings } from "../findings.ts";
import { issueText } from "../issue-text.ts";
import type { ReceivedLine } from "./received-line.ts";

/** A run that was sent to the sidecar. */
interface SentRun {
  readonly workOrderId: string;
  hasEnded: boolean;
}

/** The frames of a sidecar that belong to a run. */
const RUN_FRAMES = new Set(["event", "final", "fatal", "tool_request"]);

/** Judges every line of one process by the rules that hold all the time. */
export class LineJudge {
  readonly #findings: Findings;
  readonly #runs = new Map<string, SentRun>();
  #isFirst = true;
  #hellos = 0;

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  /** Says that a run frame is being sent. */
  runSent(id: string, workOrderId: string): void {
    this.#runs.set(id, { workOrderId, hasEnded: false });
  }

  judge({ frame, fault }: ReceivedLine): void {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    if (frame === undefined) {
      if (fault !== undefined) this.#findings.miss("stdout.json", fault);
      if (isFirst) this.#findings.miss("hello.first", "the first line is not a frame");
      return;
    }
    const kind = textOfJson(frame["t"]);
    if (isFirst && kind !== "hello") {
      this.#findings.miss("hello.first", `the first line is a frame of type ${JSON.stringify(kind)}`);
    }
    if (kind === "hello") {
      this.#hellos += 1;
      if (this.#hellos > 1) this.#findings.miss("hello.once", "a second hello came");
    } else if (RUN_FRAMES.has(kind)) this.#judgeRunFrame(kind, frame);
    else if (kind !== "pong")
      this.#findings.miss("frames.known", `a frame has type ${JSON.stringify(kind.slice(0, 40))}`);
  }

  #judgeRunFrame(kind: string, frame: Readonly<Record<string, unknown>>): void {
    const refId = frame["ref_id"] ?? null;
    // A fatal without a run answers a line that the sidecar could not read, or says that it cannot start.
    if (kind === "fatal" && refId === null) {
      for (const run of this.#runs.values()) run.hasEnded = true;
      return;
    }
    if (this.#runs.size === 0) {
      this.#findings.miss("run.before", `a frame of type ${kind} came before the first run`);
      return;
    }
    const run = this.#runs.get(textOfJson(refId));
    if (run === undefined) {
      // A frame before the first run may arrive just after it was sent.
      if (this.#findings.hasMissed("run.before")) return;
      this.#findings.miss("run.ref_id", `a frame of type ${kind} has ref_id ${shorten(refId)}`);
      return;
    }
    if (run.hasEnded) {
      if (kind === "final" || kind === "fatal") {
        this.#findings.miss("run.one_final", `a ${kind} came after the end of its run`);
      } else this.#findings.miss("run.after_final", `a frame of type ${kind} came after the end of its run`);
      return;
    }
    if (kind === "event") this.#judgeEvent(frame["event"]);
    else if (kind === "final") this.#judgeReceipt(textOfJson(refId), run, frame["receipt"]);
    if (kind === "final" || kind === "fatal") run.hasEnded = true;
  }

  #judgeEvent(event: unknown): void {
    const read = SidecarEvent.safeParse(event);
    if (!read.success) {
      const type = shorten((event as { type?: unknown } | null)?.type);
      this.#findings.miss("events.valid", `an event of type ${type}: ${issueText(read.error)}`);
    } else if (read.data.ts === undefined) {
      this.#findings.miss("events.timestamp", `an event of type ${read.data.type} has no ts`);
    } else this.#findings.pass("events.timestamp", "every event has ts");
    this.#findings.pass("events.valid", "every event has the members of its type");
  }

  #judgeReceipt(runId: string, run: SentRun, receipt: unknown): void {
    const read = Receipt.safeParse(receipt);
    if (!read.success) {
      this.#findings.miss("receipt.valid", issueText(read.error));
      return;
    }
    this.#findings.pass("receipt.valid", "every member is there");
    const { run_id, work_order_id } = read.data.meta;
    if (run_id !== runId) {
      this.#findings.miss("receipt.ids", `meta.run_id is ${shorten(run_id)}, not the id of the run`);
    } else if (work_order_id !== run.workOrderId) {
      this.#findings.miss("receipt.ids", `meta.work_order_id is ${shorten(work_order_id)}`);
    } else this.#findings.pass("receipt.ids", "both ids are those of the run frame");
  }
}

function shorten(value: unknown): string {
  return (JSON.stringify(value) ?? "undefined").slice(0, 60);
}
