import { hash } from "node:crypto";
import type { Receipt } from "../../../src/contract/index.ts";
import type { CallerAnswer, CallerRequest } from "../faults/caller-line.ts";
import { asChunk, headText, LAST_CHUNK, type UpstreamExchange } from "../faults/raw-upstream.ts";
import { CALLER_KEY, type Stack } from "../faults/stack.ts";

/** A body with its head, as one side sends it. */
export interface Sent {
  readonly headers: readonly string[];
  readonly bytes: Uint8Array;
  readonly chunks: readonly Uint8Array[];
}

/** One call whose bytes must arrive as they are, in both directions. */
export interface Trial {
  readonly name: string;
  readonly path: string;
  readonly engine: string;
  readonly request: Sent;
  readonly status: number;
  readonly answer: Sent;
  /** Whether the transfer of the answer must end as it should; undefined if that is open. */
  readonly isWhole: boolean | undefined;
}

/** How the answer of a trial is framed. */
export type Framing = "length" | "chunks" | "slow chunks";

/** What a trial left behind. */
export interface Outcome {
  readonly trial: Trial;
  readonly answer: CallerAnswer;
  readonly faults: readonly string[];
}

/** The same bytes in at most so many pieces, which end where some of the finer ones end. */
export function mergeChunks(chunks: readonly Uint8Array[], most: number): readonly Uint8Array[] {
  if (chunks.length <= most) return chunks;
  const size = Math.ceil(chunks.length / most);
  return Array.from({ length: Math.ceil(chunks.length / size) }, (_, at) =>
    Buffer.concat(chunks.slice(at * size, (at + 1) * size)),
  );
}

/** The digest of bytes as a receipt has it, computed here. */
export function digestOf(bytes: Uint8Array): { bytes: number; sha256: string } {
  return { bytes: bytes.length, sha256: hash("sha256", bytes) };
}

/** Answers an exchange with the bytes of a trial. */
export function playAnswer({ socket }: UpstreamExchange, trial: Trial, framing: Framing): void {
  const { headers, bytes, chunks } = trial.answer;
  if (framing === "length") {
    const head = headText(trial.status, [...headers, "content-length", String(bytes.length)]);
    socket.write(Buffer.concat([Buffer.from(head, "latin1"), bytes]));
    return;
  }
  const head = Buffer.from(headText(trial.status, [...headers, "transfer-encoding", "chunked"]), "latin1");
  const pieces = [head, ...chunks.map(asChunk), Buffer.from(LAST_CHUNK)];
  if (framing === "chunks") {
    socket.write(Buffer.concat(pieces));
    return;
  }
  const writeNext = (): void => {
    const piece = pieces.shift();
    if (piece === undefined || socket.destroyed) return;
    socket.write(piece);
    setImmediate(writeNext);
  };
  writeNext();
}

const CREDENTIALS = new Set(["authorization", "x-api-key", "x-goog-api-key"]);

/** The call of a trial as a caller makes it; the upstream finds the trial by its number. */
export function requestOf(trial: Trial, number: number): CallerRequest {
  const { headers, bytes, chunks } = trial.request;
  const kept = headers.filter((_, at) => !CREDENTIALS.has(headers[at - (at % 2)]!.toLowerCase()));
  return {
    path: trial.path,
    headers: [...kept, "x-api-key", CALLER_KEY, "x-abp-engine", trial.engine, "x-trial", String(number)],
    body: bytes,
    ...(number % 4 === 0 && chunks.length < 64 ? { chunks } : {}),
  };
}

/** Runs trials over connections that are kept, many at once; answers what went wrong. */
export async function runTrials(
  stack: Stack,
  trials: readonly Trial[],
  framingOf: (number: number) => Framing,
  lines = 32,
): Promise<Outcome[]> {
  const seen = new Map<number, UpstreamExchange>();
  stack.upstream.script = (exchange) => {
    const number = Number(exchange.header("x-trial"));
    seen.set(number, exchange);
    playAnswer(exchange, trials[number]!, framingOf(number));
  };
  const outcomes: Outcome[] = new Array(trials.length);
  let next = 0;
  const work = async (): Promise<void> => {
    const line = stack.line();
    for (let number = next++; number < trials.length; number = next++) {
      const trial = trials[number]!;
      const answer = await line.send(requestOf(trial, number));
      outcomes[number] = { trial, answer, faults: faultsOf(trial, seen.get(number), answer) };
      seen.delete(number);
    }
    line.leave();
  };
  await Promise.all(Array.from({ length: lines }, work));
  return outcomes;
}

function faultsOf(trial: Trial, exchange: UpstreamExchange | undefined, answer: CallerAnswer): string[] {
  if (exchange === undefined)
    return [`never reached the upstream: ${answer.status} ${answer.text.slice(0, 200)}`];
  const faults: string[] = [];
  const note = (isWrong: boolean, what: string) => isWrong && faults.push(what);
  note(
    digestOf(exchange.body).sha256 !== digestOf(trial.request.bytes).sha256,
    `the upstream got ${exchange.body.length} other bytes than the caller's ${trial.request.bytes.length}`,
  );
  note(answer.status !== trial.status, `the caller got status ${answer.status}, not ${trial.status}`);
  note(
    digestOf(answer.body).sha256 !== digestOf(trial.answer.bytes).sha256,
    `the caller got ${answer.body.length} other bytes than the upstream's ${trial.answer.bytes.length}`,
  );
  note(
    trial.isWhole !== undefined && answer.isComplete !== trial.isWhole,
    `the transfer ${answer.isComplete ? "ended" : "broke off"}`,
  );
  for (let at = 0; at < trial.answer.headers.length; at += 2) {
    const name = trial.answer.headers[at]!;
    const value = trial.answer.headers[at + 1]!;
    note(
      answer.header(name.toLowerCase()) !== value,
      `the header ${name} became ${answer.header(name.toLowerCase())}`,
    );
  }
  return faults;
}

/** What a receipt says wrongly of a trial's bytes. */
export function receiptFaults({ trial, answer }: Outcome, receipt: Receipt): string[] {
  const observed = receipt.observed as unknown as Record<string, unknown> & {
    request: unknown;
    response: unknown;
    upstream_request: unknown;
    upstream_response: unknown;
  };
  const asked = JSON.stringify(digestOf(trial.request.bytes));
  const answered = JSON.stringify(digestOf(trial.answer.bytes));
  const got = JSON.stringify(digestOf(answer.body));
  const faults: string[] = [];
  if (JSON.stringify(observed.request) !== asked) faults.push("request");
  if (JSON.stringify(observed.upstream_request) !== asked) faults.push("upstream_request");
  if (JSON.stringify(observed.upstream_response) !== answered) faults.push("upstream_response");
  if (JSON.stringify(observed.response) !== got) faults.push("response");
  return faults.map((name) => `${trial.name}: the receipt's digest of ${name} is another`);
}

/** The faults of all outcomes, in few lines. */
export function listFaults(outcomes: readonly Outcome[], most = 12): string[] {
  const all = outcomes.flatMap(({ trial, faults }) => faults.map((fault) => `${trial.name}: ${fault}`));
  return all.length > most ? [...all.slice(0, most), `… and ${all.length - most} more`] : all;
}
