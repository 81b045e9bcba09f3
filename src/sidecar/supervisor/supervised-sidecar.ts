import { finished } from "node:stream/promises";
import { AbpError, type AgentEvent, type SidecarRecord } from "../../contract/index.ts";
import type { Program, ProgramExit } from "../../process/index.ts";
import type { SidecarClaim } from "../protocol/claim.ts";
import { readFatal } from "../protocol/fatal.ts";
import type { SidecarFrame } from "../protocol/frame.ts";
import { readHello, type SidecarHello } from "../protocol/hello.ts";
import { unexpectedFrame } from "../protocol/invalid-frame.ts";
import {
  cancelLine,
  isOurFrame,
  pingLine,
  runLine,
  steerLine,
  toolDecisionLine,
} from "../protocol/outgoing.ts";
import { type Clock, settlesWithin } from "./health/clock.ts";
import { awaitEnding } from "./health/ending.ts";
import { Heartbeat } from "./health/heartbeat.ts";
import { cancelError, cancelReason } from "./run/cancel-reason.ts";
import { IdleOutput } from "./run/idle-output.ts";
import { SidecarRun } from "./run/sidecar-run.ts";
import type { SidecarRunRequest } from "./run-request.ts";
import type { SidecarSettings } from "./settings.ts";
import type { Sidecar } from "./sidecar.ts";
import { SidecarFacts } from "./sidecar-facts.ts";
import { FrameStream } from "./streams/frame-stream.ts";
import { InputWriter } from "./streams/input-writer.ts";
import { OutputReader } from "./streams/output-reader.ts";
import { StderrTail } from "./streams/stderr-tail.ts";
import { ViolationCounts } from "./violation-counts.ts";

/** How long a sidecar that reported a fatal error may take to exit by itself, so that its exit code is known. */
const FATAL_EXIT_MS = 500;

/** One sidecar process: reads its lines, keeps the order of the protocol, and ends it when it breaks a rule. */
export class SupervisedSidecar implements Sidecar {
  readonly #program: Program;
  readonly #settings: SidecarSettings;
  readonly #clock: Clock;
  readonly #redact: (text: string) => string;
  readonly #facts: SidecarFacts;
  readonly #frames: FrameStream;
  readonly #input: InputWriter;
  readonly #output: OutputReader;
  readonly #heartbeat: Heartbeat;
  readonly #idle = new IdleOutput();
  readonly #helloOver: Promise<void>;
  readonly #outputOver: Promise<void>;
  readonly #stderrOver: Promise<unknown>;
  #settleHello: (error?: AbpError) => void = () => undefined;
  #settleOutput: () => void = () => undefined;
  #hello: SidecarHello | undefined;
  #run: SidecarRun | undefined;
  #hasFinal = false;
  /** Set when the process is being ended; whatever it still writes does not count. */
  #ending: Promise<void> | undefined;
  #closing: Promise<ProgramExit> | undefined;

  constructor(program: Program, settings: SidecarSettings, clock: Clock, redact: (text: string) => string) {
    this.#program = program;
    this.#settings = settings;
    this.#clock = clock;
    this.#redact = redact;
    const stderr = new StderrTail(settings.stderrTailBytes, redact);
    program.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
    this.#stderrOver = finished(program.stderr, { writable: false }).catch((error: unknown) => error);
    this.#facts = new SidecarFacts(stderr, new ViolationCounts(), redact);
    this.#frames = new FrameStream(settings, this.#facts, (frame) => this.#onFrame(frame));
    this.#helloOver = new Promise((resolve, reject) => {
      this.#settleHello = (error) => (error === undefined ? resolve() : reject(error));
    });
    this.#outputOver = new Promise((resolve) => {
      this.#settleOutput = resolve;
    });
    program.exit.then((exit) => {
      this.#facts.exit = exit;
    });
    this.#input = new InputWriter(program.stdin, clock, settings.stdinStallMs, () =>
      this.#end(new AbpError("sidecar_stdin_stalled", "The sidecar did not read its standard input in time")),
    );
    this.#heartbeat = new Heartbeat(
      {
        intervalMs: settings.pingIntervalMs,
        missedPings: settings.missedPings,
        ping: (sequence) => this.#input.isIdle && this.#input.offer(pingLine(sequence)),
        isListening: () => !this.#output.isPaused && this.#run?.tools.areWaiting !== true,
        isStopped: () => program.isStopped(),
        stalled: (silentMs) =>
          this.#end(
            new AbpError(
              "sidecar_stalled",
              `The sidecar was silent for ${Math.round(silentMs / 1000)} s and answered no ping`,
            ),
          ),
      },
      clock,
    );
    this.#output = new OutputReader(program.stdout, program.exit, clock, settings.drainMs, {
      chunk: (bytes) => this.#onChunk(bytes),
      end: () => this.#onOutputEnd(),
    });
  }

  get hello(): SidecarHello {
    if (this.#hello === undefined) throw new AbpError("internal", "The sidecar has not said hello yet");
    return this.#hello;
  }

  get exit(): ProgramExit | undefined {
    return this.#facts.exit;
  }

  get isReusable(): boolean {
    return (
      this.#hello !== undefined &&
      this.#run === undefined &&
      this.#ending === undefined &&
      this.#closing === undefined &&
      this.exit === undefined &&
      this.#input.isOpen &&
      this.#facts.violations.isReuseSafe
    );
  }

  /** Waits for the hello. Rejects with the error that names the fault, after the process tree has ended. */
  async awaitHello(signal: AbortSignal): Promise<void> {
    const stopTimer = this.#clock.after(this.#settings.helloTimeoutMs, () =>
      this.#end(
        new AbpError(
          "sidecar_hello_timeout",
          `The sidecar sent no hello within ${this.#settings.helloTimeoutMs} ms`,
        ),
      ),
    );
    const onAbort = () => this.#end(cancelError(signal));
    signal.addEventListener("abort", onAbort);
    if (signal.aborted) onAbort();
    try {
      await this.#helloOver;
    } finally {
      stopTimer();
      signal.removeEventListener("abort", onAbort);
    }
  }

  async *run(request: SidecarRunRequest): AsyncGenerator<readonly AgentEvent[], SidecarClaim> {
    const run = this.#begin(request);
    const onAbort = () => this.#cancel(run, request.signal);
    request.signal.addEventListener("abort", onAbort);
    try {
      for (;;) {
        const batch = await run.events.next();
        if (batch === undefined) return run.result();
        yield batch;
      }
    } finally {
      request.signal.removeEventListener("abort", onAbort);
      if (!run.isOver) await this.#end(new AbpError("run_cancelled", "The caller left the run"));
    }
  }

  steer(text: string): boolean {
    const run = this.#run;
    if (run === undefined || run.isOver || this.#ending !== undefined || !this.hello.acceptsSteering)
      return false;
    return this.#input.send(steerLine(run.id, text));
  }

  suspend(): Promise<number> {
    return this.#program.suspend();
  }

  resume(): void {
    this.#program.resume();
  }

  close(): Promise<ProgramExit> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  kill(): Promise<ProgramExit> {
    this.#closing ??= this.#endTree();
    return this.#closing;
  }

  record(): SidecarRecord {
    return this.#facts.record();
  }

  #begin(request: SidecarRunRequest): SidecarRun {
    if (request.signal.aborted) throw cancelError(request.signal);
    if (!this.isReusable) {
      throw new AbpError(
        "backend_unavailable",
        "The sidecar cannot take a run: it is busy, has ended, or broke the protocol",
      );
    }
    const run = new SidecarRun(request, {
      violations: this.#facts.violations,
      maxOutputBytes: this.#settings.maxOutputBytes,
      answerTool: (id, decision) => this.#input.send(toolDecisionLine(request.runId, id, decision)),
      demanded: () => this.#listen(),
    });
    this.#run = run;
    this.#idle.reset();
    if (this.#hasFinal) this.#facts.clear();
    this.#heartbeat.start();
    this.#input.send(runLine(request.runId, request.workOrder));
    return run;
  }

  #listen(): void {
    if (!this.#output.isPaused) return;
    this.#heartbeat.sawLine();
    this.#output.resume();
  }

  #onChunk(chunk: Buffer): void {
    this.#facts.stdoutBytes += chunk.length;
    if (this.#ending !== undefined) return;
    const run = this.#run;
    const taken = run === undefined ? this.#takeIdle(chunk.length) : run.take(chunk.length);
    try {
      const hasLine = this.#frames.push(taken === chunk.length ? chunk : chunk.subarray(0, taken));
      if (hasLine) this.#heartbeat.sawLine();
      if (taken < chunk.length) this.#onTooMuchOutput();
    } catch (error) {
      this.#onViolation(error);
    }
    if (run === undefined) return;
    run.events.flush();
    if (run === this.#run && run.events.isWaiting) this.#output.pause();
  }

  /** Output before the hello is bounded by the length of a line and by time. */
  #takeIdle(bytes: number): number {
    return this.#hello === undefined ? bytes : this.#idle.take(bytes);
  }

  /** Answers false once the sidecar is being ended. Throws errors of the protocol. */
  #onFrame(frame: SidecarFrame): boolean {
    if (frame.t === "pong") this.#onPong(frame);
    else if (this.#run !== undefined) this.#onRunFrame(frame, this.#run);
    else if (this.#hello === undefined) this.#onFirstFrame(frame);
    else this.#facts.violations.add(this.#idle.breachOf(frame.t));
    return this.#ending === undefined;
  }

  #onRunFrame(frame: SidecarFrame, run: SidecarRun): void {
    switch (frame.t) {
      case "event":
      case "tool_request":
        run.accept(frame);
        return;
      case "final":
        if (run.acceptFinal(frame)) this.#leaveRun(run);
        return;
      case "fatal":
        if (frame["ref_id"] === undefined || frame["ref_id"] === null || run.owns(frame))
          this.#onFatal(frame);
        return;
      default:
        if (frame.t === "hello" || isOurFrame(frame.t)) throw unexpectedFrame(frame, "during a run");
        // A newer minor version may have more kinds of frames.
        this.#facts.violations.add("unknown_frame");
    }
  }

  #onFatal(frame: SidecarFrame): void {
    const error = readFatal(frame, this.#redact);
    this.#input.end();
    this.#end(error, settlesWithin(this.#clock, FATAL_EXIT_MS, this.#program.exit));
  }

  #onFirstFrame(frame: SidecarFrame): void {
    if (frame.t === "fatal") {
      this.#onFatal(frame);
      return;
    }
    if (frame.t !== "hello") throw unexpectedFrame(frame, "before its hello");
    const { hello, unknownLevels } = readHello(frame);
    this.#facts.contractVersion = hello.contractVersion;
    this.#facts.violations.add("unknown_support_level", unknownLevels);
    this.#hello = hello;
    this.#settleHello();
  }

  #onPong(frame: SidecarFrame): void {
    const sequence = frame["seq"];
    const isExpected = this.#heartbeat.sawPong(typeof sequence === "number" ? sequence : undefined);
    if (!isExpected) this.#facts.violations.add("unexpected_pong");
  }

  #onViolation(error: unknown): void {
    if (this.#hello !== undefined && this.#run === undefined)
      this.#facts.violations.add("invalid_line_after_final");
    this.#end(AbpError.is(error) ? error : new AbpError("internal", String(error), { cause: error }));
  }

  #onTooMuchOutput(): void {
    if (this.#run === undefined) this.#facts.violations.add("output_after_final");
    this.#end(new AbpError("sidecar_output_exceeded", "The sidecar wrote more than the run permits"));
  }

  #onOutputEnd(): void {
    this.#settleOutput();
    if (this.#ending !== undefined) return;
    try {
      this.#frames.end();
    } catch (error) {
      this.#onViolation(error);
    }
    this.#run?.events.flush();
    const isAwaited = this.#run !== undefined || this.#hello === undefined;
    if (this.#ending === undefined && isAwaited) void this.#endWithoutResult();
  }

  async #endWithoutResult(): Promise<void> {
    const hasExited = await settlesWithin(this.#clock, this.#settings.exitGraceMs, this.#program.exit);
    const error = hasExited
      ? this.#facts.exitError(await this.#program.exit, this.#hello !== undefined)
      : new AbpError("sidecar_closed_output", "The sidecar closed its standard output and did not end");
    await this.#end(error);
  }

  async #cancel(run: SidecarRun, signal: AbortSignal): Promise<void> {
    if (run.isOver) return;
    run.cancel(cancelError(signal));
    const { cancelGraceMs, killGraceMs } = this.#settings;
    const isSent = this.#input.offer(cancelLine(run.id, cancelReason(signal)));
    const graceMs = isSent ? cancelGraceMs : undefined;
    const ending = await awaitEnding(run.over, this.#program, this.#clock, { graceMs, killGraceMs });
    if (ending === "not") await this.#end(cancelError(signal));
  }

  /** Ends the process tree, then the hello or the run that waits for it. The first reason counts. Never rejects. */
  #end(error: AbpError, beforehand?: Promise<unknown>): Promise<void> {
    this.#ending ??= this.#endNow(error, beforehand);
    return this.#ending;
  }

  async #endNow(error: AbpError, beforehand: Promise<unknown> | undefined): Promise<void> {
    this.#heartbeat.stop();
    await beforehand;
    await this.#program.endTree();
    // The last words of a program may still lie in the pipe.
    await settlesWithin(this.#clock, this.#settings.drainMs, this.#stderrOver);
    const described = this.#facts.describe(error);
    const run = this.#run;
    if (run === undefined) return this.#settleHello(described);
    run.fail(described);
    this.#leaveRun(run);
  }

  #leaveRun(run: SidecarRun): void {
    this.#hasFinal = this.#ending === undefined;
    this.#facts.droppedMembers += run.droppedMembers;
    this.#heartbeat.stop();
    this.#run = undefined;
    this.#output.resume();
  }

  async #close(): Promise<ProgramExit> {
    const { exitGraceMs: graceMs, killGraceMs } = this.#settings;
    if (this.#run !== undefined) {
      await this.#end(new AbpError("run_cancelled", "The sidecar was closed during the run"));
    }
    this.#input.end();
    this.#output.resume();
    this.#program.resume();
    const { exit: exited } = this.#program;
    const ending = await awaitEnding(exited, this.#program, this.#clock, { graceMs, killGraceMs });
    const exit = await this.#endTree();
    const isWarning = ending === "by itself" && this.#hasFinal && this.#ending === undefined;
    if (isWarning && (await exited).code !== 0) this.#facts.violations.add("nonzero_exit_after_final");
    return exit;
  }

  async #endTree(): Promise<ProgramExit> {
    await this.#program.endTree();
    this.#output.resume();
    const read = Promise.all([this.#outputOver, this.#stderrOver]);
    await settlesWithin(this.#clock, this.#settings.drainMs, read);
    return this.exit ?? { code: null, signal: "SIGKILL", outOfMemory: false };
  }
}
