import { AbpError, type SidecarRecord } from "../../contract/index.ts";
import type { ProgramExit } from "../../process/index.ts";
import type { StderrTail } from "./streams/stderr-tail.ts";
import type { ViolationCounts } from "./violation-counts.ts";

/** The end of standard error that an error carries; the record has all of it. */
const ERROR_TAIL_BYTES = 4096;
const OUT_OF_MEMORY_STATUS = 137;
/** Bytes of an incomplete line: 1 KiB in hexadecimal. */
const MAX_INCOMPLETE_BYTES = 512;

/** What the supervisor saw of one sidecar process. */
export class SidecarFacts {
  readonly violations: ViolationCounts;
  readonly #stderr: StderrTail;
  readonly #redact: (text: string) => string;
  contractVersion: string | undefined;
  stdoutBytes = 0;
  skippedLines = 0;
  droppedMembers = 0;
  exit: ProgramExit | undefined;
  #incompleteLineHex: string | undefined;

  constructor(stderr: StderrTail, violations: ViolationCounts, redact: (text: string) => string) {
    this.#stderr = stderr;
    this.violations = violations;
    this.#redact = redact;
  }

  /** Keeps the end of a line that was never completed. A line with a secret is kept without it. */
  keepIncompleteLine(bytes: Uint8Array): void {
    const text = Buffer.from(bytes).toString("utf8");
    const clean = this.#redact(text);
    const kept = clean === text ? Buffer.from(bytes) : Buffer.from(clean);
    this.#incompleteLineHex = kept.subarray(Math.max(0, kept.length - MAX_INCOMPLETE_BYTES)).toString("hex");
  }

  /** Begins anew for another run of the same process, whose record must not hold what an earlier run wrote. */
  clear(): void {
    this.#stderr.clear();
    this.violations.clear();
    this.stdoutBytes = 0;
    this.skippedLines = 0;
    this.droppedMembers = 0;
  }

  record(): SidecarRecord {
    const violations = this.violations.record();
    return {
      ...(this.contractVersion === undefined ? {} : { contract_version: this.contractVersion }),
      stderr_tail: this.#stderr.text(),
      stderr_bytes: this.#stderr.totalBytes,
      stderr_dropped_bytes: this.#stderr.droppedBytes,
      stdout_bytes: this.stdoutBytes,
      skipped_lines: this.skippedLines,
      ...(this.droppedMembers === 0 ? {} : { dropped_members: this.droppedMembers }),
      ...(violations === undefined ? {} : { violations }),
      ...(this.#incompleteLineHex === undefined ? {} : { incomplete_line_hex: this.#incompleteLineHex }),
    };
  }

  /** The error with the exit, the end of standard error and an incomplete line in its details. */
  describe(error: AbpError): AbpError {
    const tail = this.#stderr.text(ERROR_TAIL_BYTES);
    return new AbpError(error.code, error.message, {
      ...(error.where === undefined ? {} : { where: error.where }),
      advice: error.advice,
      details: {
        ...error.details,
        ...(this.exit === undefined ? {} : { exit: { code: this.exit.code, signal: this.exit.signal } }),
        ...(tail === "" ? {} : { stderr_tail: tail }),
        ...(this.#incompleteLineHex === undefined ? {} : { incomplete_line_hex: this.#incompleteLineHex }),
      },
      cause: error.cause,
    });
  }

  /** The error of a program that ended too early. */
  exitError(exit: ProgramExit, hasHello: boolean): AbpError {
    const wasKilled = exit.signal === "SIGKILL" || exit.code === OUT_OF_MEMORY_STATUS;
    if (exit.outOfMemory && wasKilled) {
      return new AbpError("sidecar_out_of_memory", "The sidecar reached its memory limit and was ended");
    }
    const how = exit.signal === null ? `with exit code ${exit.code}` : `by ${exit.signal}`;
    return hasHello
      ? new AbpError("sidecar_exited_without_final", `The sidecar ended ${how} before it reported a result`)
      : new AbpError("sidecar_exited_before_hello", `The sidecar ended ${how} before its hello`);
  }
}
