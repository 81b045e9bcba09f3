import { AbpError } from "../../../contract/index.ts";
import { readClaim, type SidecarClaim } from "../../protocol/claim.ts";
import { EventReader } from "../../protocol/event-reader.ts";
import type { SidecarFrame } from "../../protocol/frame.ts";
import type { SidecarRunRequest, ToolDecision } from "../run-request.ts";
import type { ViolationCounts } from "../violation-counts.ts";
import { EventQueue } from "./event-queue.ts";
import { ToolRequests } from "./tool-requests.ts";

/** Frames of other runs that are dropped before they end this one. */
const MAX_WRONG_REFERENCES = 100;

/** What a run needs of the sidecar that works on it. */
export interface RunSurroundings {
  readonly violations: ViolationCounts;
  readonly maxOutputBytes: number;
  answerTool(requestId: string, decision: ToolDecision): void;
  /** The caller waits for events. */
  demanded(): void;
}

/** The state of one run, from its `run` line to its end. The first ending counts. */
export class SidecarRun {
  readonly id: string;
  readonly events: EventQueue;
  readonly tools: ToolRequests;
  /** Settles with the end. */
  readonly over: Promise<void>;
  readonly #reader: EventReader;
  readonly #violations: ViolationCounts;
  #outputLeft: number;
  #wrongReferences = 0;
  #cancelError: AbpError | undefined;
  #claim: SidecarClaim | undefined;
  #error: AbpError | undefined;
  #settle: () => void = () => undefined;

  constructor(request: SidecarRunRequest, surroundings: RunSurroundings) {
    this.id = request.runId;
    this.#violations = surroundings.violations;
    this.#outputLeft = request.maxOutputBytes ?? surroundings.maxOutputBytes;
    this.#reader = new EventReader(request.mode, request.now);
    this.events = new EventQueue(surroundings.demanded);
    this.tools = new ToolRequests(request.onToolRequest, surroundings.answerTool);
    this.over = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  get isOver(): boolean {
    return this.#claim !== undefined || this.#error !== undefined;
  }

  get droppedMembers(): number {
    return this.#reader.droppedMembers;
  }

  /** Counts output. Returns how many of the bytes are within the limit. */
  take(bytes: number): number {
    const taken = Math.min(bytes, this.#outputLeft);
    this.#outputLeft -= taken;
    return taken;
  }

  /** An event, or a question about a tool. Throws errors of the protocol. */
  accept(frame: SidecarFrame): void {
    if (!this.owns(frame)) return;
    if (frame.t === "tool_request") this.tools.ask(frame);
    else this.#acceptEvent(frame);
  }

  #acceptEvent(frame: SidecarFrame): void {
    const unknownBefore = this.#reader.unknownTypes;
    this.events.push(this.#reader.read(frame["event"]));
    if (this.#reader.unknownTypes > unknownBefore) this.#violations.add("unknown_event_type");
  }

  /** True if the frame belongs to this run and ends it. */
  acceptFinal(frame: SidecarFrame): boolean {
    if (!this.owns(frame)) return false;
    this.#claim = readClaim(frame, this.#cancelError !== undefined);
    this.#finish();
    return true;
  }

  /** From now on every ending except `final` is this error. */
  cancel(error: AbpError): void {
    this.#cancelError ??= error;
  }

  fail(error: AbpError): void {
    if (this.isOver) return;
    this.#error = this.#cancelError ?? error;
    this.#finish();
  }

  /** The claim of an ended run; throws the error of a failed one. */
  result(): SidecarClaim {
    if (this.#claim !== undefined) return this.#claim;
    throw this.#error ?? new AbpError("internal", "The result of a run was asked for before its end");
  }

  /** Whether a frame names this run. Some frames of others are dropped and counted. */
  owns(frame: SidecarFrame): boolean {
    const reference = frame["ref_id"];
    if (reference === this.id) return true;
    if (typeof reference !== "string") {
      throw new AbpError("protocol_missing_ref_id", `A frame "${frame.t}" of the sidecar has no ref_id`);
    }
    this.#violations.add("wrong_ref_id");
    this.#wrongReferences += 1;
    if (this.#wrongReferences > MAX_WRONG_REFERENCES) {
      throw new AbpError(
        "protocol_unexpected_message",
        `The sidecar sent more than ${MAX_WRONG_REFERENCES} frames for another run`,
      );
    }
    return false;
  }

  #finish(): void {
    this.tools.end();
    this.events.end();
    this.#settle();
  }
}
