import { closeSync, constants, fstatSync, openSync, write } from "node:fs";

/** Writes lines to a file descriptor without ever blocking its caller. Worker threads may each open their own. */
export interface LineWriter {
  /** Queues a line, which must end in a line break. Drops it when the queue is full. */
  readonly write: (line: string) => void;
  /** Number of lines dropped since the last report. */
  readonly dropped: number;
  /** Waits until all queued lines are written, at most `timeoutMs`. Resolves to whether they were. */
  flush(timeoutMs: number): Promise<boolean>;
  /** Drops lines from now on, and flushes the queue. The given descriptor stays open. */
  close(timeoutMs: number): Promise<boolean>;
}

/** Starts one asynchronous write; it may write a part of the bytes. */
export type StartWrite = (
  fd: number,
  bytes: Uint8Array,
  done: (error: NodeJS.ErrnoException | null, written: number) => void,
) => void;

export interface LineWriterOptions {
  /** Bound of the queue. */
  readonly maxQueuedBytes?: number;
  /** Receives the number of dropped lines once the queue has space again; it may write a line that reports it. */
  readonly onDropped?: (count: number) => void;
  /** Replaces `fs.write` in tests. */
  readonly startWrite?: StartWrite;
}

const MAX_QUEUED_BYTES = 1024 * 1024;
/** The queue must have this much space before drops are reported, so that the report is not dropped itself. */
const REPORT_BYTES = 1024;
/** Lines wait this long for others to share their write. */
const MAX_BATCH_DELAY_MS = 20;
/** POSIX writes up to 4,096 bytes to a pipe as one piece, so lines of several threads do not mix. */
const MAX_PIPE_WRITE_BYTES = 4096;
const MAX_WRITE_BYTES = 64 * 1024;
/** Wait before the next attempt when a pipe is full. */
const RETRY_DELAY_MS = 50;
/** Nobody reads the descriptor any more, or it is closed. */
const PERMANENT_ERRORS: ReadonlySet<string | undefined> = new Set(["EPIPE", "EBADF", "ECONNRESET"]);

/** Opens a writer for a descriptor such as 2, standard error. */
export function openLineWriter(fd: number, options: LineWriterOptions = {}): LineWriter {
  return new DescriptorLineWriter(fd, options);
}

class DescriptorLineWriter implements LineWriter {
  readonly #fd: number;
  /** Whether `#fd` was opened here and must be closed here. */
  readonly #isOwnFd: boolean;
  readonly #maxWriteBytes: number;
  readonly #maxQueuedBytes: number;
  readonly #onDropped: ((count: number) => void) | undefined;
  readonly #startWrite: StartWrite;
  #lines: string[] = [];
  /** Bytes of `#lines` and of `#batch`. */
  #queuedBytes = 0;
  /** The rest of the batch that is being written; it survives a full pipe. */
  #batch: Uint8Array | undefined;
  /** Number of lines that `#batch` held at first. */
  #batchLines = 0;
  #isWriting = false;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #isReporting = false;
  #hasGivenUp = false;
  #dropped = 0;
  #waiting: (() => void)[] = [];

  constructor(fd: number, options: LineWriterOptions) {
    const opened = options.startWrite === undefined ? openNonBlocking(fd) : undefined;
    this.#fd = opened ?? fd;
    this.#isOwnFd = opened !== undefined;
    this.#maxWriteBytes = isPipe(fd) ? MAX_PIPE_WRITE_BYTES : MAX_WRITE_BYTES;
    this.#maxQueuedBytes = options.maxQueuedBytes ?? MAX_QUEUED_BYTES;
    this.#onDropped = options.onDropped;
    this.#startWrite = options.startWrite ?? writeBytes;
  }

  get dropped(): number {
    return this.#dropped;
  }

  readonly write = (line: string): void => {
    const size = Buffer.byteLength(line);
    const isRefused = this.#hasGivenUp || (this.#isClosed && !this.#isReporting);
    if (isRefused || this.#queuedBytes + size > this.#maxQueuedBytes) {
      this.#dropped++;
      return;
    }
    this.#lines.push(line);
    this.#queuedBytes += size;
    if (!this.#isWriting && this.#timer === undefined) this.#schedule(MAX_BATCH_DELAY_MS);
  };

  async flush(timeoutMs: number): Promise<boolean> {
    if (!this.#isWriting && this.#queuedBytes > 0) this.#writeNow();
    if (this.#queuedBytes === 0) return true;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.#waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
    return this.#queuedBytes === 0;
  }

  async close(timeoutMs: number): Promise<boolean> {
    if (this.#isClosed) return this.flush(timeoutMs);
    this.#isClosed = true;
    if (!this.#hasGivenUp) this.#reportDropped();
    const isFlushed = await this.flush(timeoutMs);
    if (!isFlushed) this.#giveUp();
    clearTimeout(this.#timer);
    // A write that still hangs uses the descriptor.
    if (this.#isOwnFd && !this.#isWriting) closeSync(this.#fd);
    return isFlushed;
  }

  #schedule(delayMs: number): NodeJS.Timeout {
    this.#timer = setTimeout(() => this.#writeNow(), delayMs);
    return this.#timer;
  }

  #writeNow(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = this.#batch ?? this.#takeBatch();
    this.#batch = batch;
    this.#isWriting = true;
    this.#startWrite(this.#fd, batch, this.#onWritten);
  }

  #takeBatch(): Uint8Array {
    let count = 0;
    let size = 0;
    while (count < this.#lines.length) {
      size += Buffer.byteLength(this.#lines[count]!);
      if (count > 0 && size > this.#maxWriteBytes) break;
      count++;
    }
    this.#batchLines = count;
    return Buffer.from(this.#lines.splice(0, count).join(""));
  }

  readonly #onWritten = (error: NodeJS.ErrnoException | null, written: number): void => {
    this.#isWriting = false;
    if (this.#hasGivenUp) return;
    const batch = this.#batch!;
    if (error === null && written > 0) {
      this.#queuedBytes -= written;
      this.#batch = written < batch.length ? batch.subarray(written) : undefined;
      this.#reportDropped();
    } else if (error === null || error.code === "EAGAIN") {
      // A full pipe keeps no process alive.
      this.#schedule(RETRY_DELAY_MS).unref();
      return;
    } else if (PERMANENT_ERRORS.has(error.code)) this.#giveUp();
    else {
      // A full disk may have space again later.
      this.#dropped += this.#batchLines;
      this.#queuedBytes -= batch.length;
      this.#batch = undefined;
    }
    if (this.#queuedBytes > 0) this.#writeNow();
    else for (const done of this.#waiting.splice(0)) done();
  };

  #giveUp(): void {
    this.#hasGivenUp = true;
    this.#dropped += this.#lines.length + this.#batchLines;
    this.#lines = [];
    this.#batch = undefined;
    this.#queuedBytes = 0;
  }

  #reportDropped(): void {
    const count = this.#dropped;
    if (count === 0 || this.#onDropped === undefined) return;
    if (this.#queuedBytes + REPORT_BYTES > this.#maxQueuedBytes) return;
    this.#dropped = 0;
    this.#isReporting = true;
    this.#onDropped(count);
    this.#isReporting = false;
  }
}

function writeBytes(...[fd, bytes, done]: Parameters<StartWrite>): void {
  write(fd, bytes, 0, bytes.length, null, done);
}

function isPipe(fd: number): boolean {
  try {
    return fstatSync(fd).isFIFO();
  } catch {
    return false; // A closed descriptor fails again with the first write, which is handled there.
  }
}

/**
 * Opens a pipe a second time in non-blocking mode. A blocking write to a full pipe would occupy a thread of Node's pool and
 * keep the process from exiting. The first descriptor keeps its mode, which other processes share. Only Linux can do this.
 */
function openNonBlocking(fd: number): number | undefined {
  if (!isPipe(fd)) return undefined;
  try {
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return undefined; // Another system, or a sandbox without /proc: the given descriptor serves.
  }
}
