import type { WorkOrder } from "../../../contract/index.ts";
import { textOfJson } from "../../../lib/index.ts";
import type { CheckSettings } from "../check-settings.ts";
import type { Findings } from "../findings.ts";
import { LineJudge } from "./line-judge.ts";
import type { ReceivedLine } from "./received-line.ts";
import type { Session } from "./session.ts";

/** How a run ended, as the check saw it. */
export interface RunEnd {
  readonly kind: "final" | "fatal" | "exit" | "unreadable" | "timeout";
  /** One line about it. */
  readonly reason: string;
}

/** The answer to a tool request. */
export type ToolVerdict = "allow" | "deny";

/** One process of the sidecar, spoken to by the protocol. Every line is judged as it comes. */
export class Peer {
  readonly session: Session;
  /** The frames of type `tool_request`, in order. */
  readonly toolRequests: Readonly<Record<string, unknown>>[] = [];
  verdict: ToolVerdict = "allow";
  readonly #judge: LineJudge;
  readonly #settings: CheckSettings;
  #sequence = 0;

  constructor(session: Session, findings: Findings, settings: CheckSettings) {
    this.session = session;
    this.#settings = settings;
    this.#judge = new LineJudge(findings);
    session.onLine((line) => {
      this.#judge.judge(line);
      if (line.frame?.["t"] === "tool_request") this.#decide(line.frame);
    });
  }

  /** Waits for the first line. */
  hello(): Promise<ReceivedLine | undefined> {
    return this.session.waitFor(() => true, this.#settings.helloMs);
  }

  /** Sends a run. The id of the work order is the id of the run. */
  startRun(order: WorkOrder, lineEnd = "\n"): void {
    this.#judge.runSent(order.id, order.id);
    this.session.send({ t: "run", id: order.id, work_order: order }, lineEnd);
  }

  /** Waits for the end of a run. */
  async runEnd(id: string, limitMs = this.#settings.runMs): Promise<RunEnd> {
    const line = await this.session.waitFor(({ frame }) => endsRun(frame, id), limitMs);
    const { fault, exit } = this.session;
    if (line?.frame?.["t"] === "final") return { kind: "final", reason: "final" };
    if (line?.frame !== undefined) {
      const error = textOfJson(line.frame["error"]).slice(0, 200);
      return { kind: "fatal", reason: `the sidecar sent fatal: ${JSON.stringify(error)}` };
    }
    if (fault !== undefined) return { kind: "unreadable", reason: fault.reason };
    if (exit !== undefined) return { kind: "exit", reason: `the process ended (${describeExit(exit)})` };
    if (this.session.hasOutputEnded) return { kind: "exit", reason: "it closed standard output" };
    return { kind: "timeout", reason: `no final after ${limitMs / 1000} s` };
  }

  /** Sends a run and waits for its end. */
  async run(order: WorkOrder, lineEnd = "\n"): Promise<RunEnd> {
    this.startRun(order, lineEnd);
    return this.runEnd(order.id);
  }

  /** Sends a ping, and returns the milliseconds to its pong; undefined without one in time. */
  async ping(): Promise<number | undefined> {
    this.#sequence += 1;
    const seq = this.#sequence;
    const sentAt = this.session.elapsedMs;
    this.session.send({ t: "ping", seq });
    const isPong = ({ frame }: ReceivedLine) => frame?.["t"] === "pong" && frame["seq"] === seq;
    const line = await this.session.waitFor(isPong, this.#settings.pongMs);
    return line === undefined ? undefined : line.atMs - sentAt;
  }

  #decide(frame: Readonly<Record<string, unknown>>): void {
    this.toolRequests.push(frame);
    const { ref_id, request_id } = frame;
    const reason = this.verdict === "allow" ? "the check allows every tool" : "the check denies every tool";
    this.session.send({ t: "tool_decision", ref_id, request_id, verdict: this.verdict, reason });
  }
}

function endsRun(frame: ReceivedLine["frame"], id: string): boolean {
  return (frame?.["t"] === "final" || frame?.["t"] === "fatal") && frame["ref_id"] === id;
}

/** An exit in words. */
export function describeExit(exit: {
  readonly code: number | null;
  readonly signal: string | null;
  readonly outOfMemory?: boolean;
}): string {
  if (exit.outOfMemory === true) return "out of memory";
  return exit.signal === null ? `exit code ${exit.code}` : exit.signal;
}
