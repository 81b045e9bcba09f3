import { AbpError } from "../../../contract/index.ts";
import { LineSplitter } from "../../../lib/index.ts";
import { readFrame, type SidecarFrame, TextLine } from "../../protocol/frame.ts";
import { quoteBytes } from "../../protocol/invalid-frame.ts";
import type { ViolationCounts } from "../violation-counts.ts";

const MAX_QUOTED_BYTES = 64;

/** What is recorded of lines that are no frames. */
export interface LineFacts {
  readonly violations: Pick<ViolationCounts, "add">;
  skippedLines: number;
  keepIncompleteLine(bytes: Uint8Array): void;
}

/** Turns the output of a sidecar into frames. */
export class FrameStream {
  readonly #splitter: LineSplitter;
  readonly #maxLineBytes: number;
  readonly #skippableLines: number;
  readonly #facts: LineFacts;
  /** Returns false if no further frame is wanted. */
  readonly #onFrame: (frame: SidecarFrame) => boolean;

  constructor(
    limits: { readonly maxLineBytes: number; readonly skippableLines: number },
    facts: LineFacts,
    onFrame: (frame: SidecarFrame) => boolean,
  ) {
    this.#splitter = new LineSplitter(limits.maxLineBytes);
    this.#maxLineBytes = limits.maxLineBytes;
    this.#skippableLines = limits.skippableLines;
    this.#facts = facts;
    this.#onFrame = onFrame;
  }

  /** Returns whether a line was complete. Throws an AbpError for a line that breaks a rule, after the frames before it. */
  push(bytes: Buffer): boolean {
    const { lines, fault, faultBytes } = this.#splitter.push(bytes);
    for (const line of lines) {
      const frame = this.#read(line);
      if (frame !== undefined && !this.#onFrame(frame)) return true;
    }
    if (fault !== undefined) throw this.#describe(fault, faultBytes ?? new Uint8Array());
    return lines.length > 0;
  }

  /** The output has ended. A complete frame counts although its line feed is missing; other bytes are recorded. */
  end(): void {
    const { rest } = this.#splitter;
    if (rest.length === 0) return;
    const frame = completeFrame(this.#splitter.end());
    if (frame === undefined) {
      this.#facts.keepIncompleteLine(rest);
      return;
    }
    this.#facts.violations.add("missing_line_feed");
    this.#onFrame(frame);
  }

  #read(line: string): SidecarFrame | undefined {
    const frame = readFrame(line);
    if (!(frame instanceof TextLine)) return frame;
    if (this.#facts.skippedLines >= this.#skippableLines) throw frame.error;
    this.#facts.skippedLines += 1;
    return undefined;
  }

  #describe(fault: string, bytes: Uint8Array): AbpError {
    const beginning = quoteBytes(bytes.subarray(0, MAX_QUOTED_BYTES));
    return fault === "line-too-long"
      ? new AbpError(
          "sidecar_line_too_long",
          `The sidecar wrote a line of more than ${this.#maxLineBytes} bytes. It begins with ${beginning}`,
        )
      : new AbpError(
          "protocol_invalid_envelope",
          `The sidecar wrote a line that is not UTF-8: ${beginning}`,
          {
            details: { rule: fault },
          },
        );
  }
}

function completeFrame(line: string | undefined): SidecarFrame | undefined {
  try {
    const frame = line === undefined ? undefined : readFrame(line);
    return frame instanceof TextLine ? undefined : frame;
  } catch {
    // A line that breaks off in the middle is the usual case here.
    return undefined;
  }
}
