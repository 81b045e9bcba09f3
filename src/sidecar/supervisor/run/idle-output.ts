import { isOurFrame } from "../../protocol/outgoing.ts";
import type { Violation } from "../violation-counts.ts";

/** Output between two runs that is still read; a sidecar that writes more is ended. */
const MAX_IDLE_OUTPUT_BYTES = 1024 * 1024;

/** Frames that arrive after the end of a run, before the next one. */
const LATE_FRAMES: Readonly<Record<string, Violation>> = {
  event: "event_after_final",
  tool_request: "event_after_final",
  final: "second_final",
  fatal: "fatal_after_final",
  hello: "second_hello",
};

/** What a sidecar writes while it has no run: some bytes are read, and every frame except a pong is a breach. */
export class IdleOutput {
  #left = MAX_IDLE_OUTPUT_BYTES;

  /** Counts output. Returns how many of the bytes are within the limit. */
  take(bytes: number): number {
    const taken = Math.min(bytes, this.#left);
    this.#left -= taken;
    return taken;
  }

  /** A run begins; the time after it counts anew. */
  reset(): void {
    this.#left = MAX_IDLE_OUTPUT_BYTES;
  }

  breachOf(kind: string): Violation {
    if (Object.hasOwn(LATE_FRAMES, kind)) return LATE_FRAMES[kind] as Violation;
    return isOurFrame(kind) ? "unexpected_message" : "unknown_frame";
  }
}
