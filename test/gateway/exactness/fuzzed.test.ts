import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faultSize } from "../../fault-size.ts";
import { openStack, type Stack } from "../faults/stack.ts";
import {
  type FuzzedDialect,
  fuzzedDialects,
  fuzzedRequest,
  fuzzedResponse,
  fuzzedStream,
} from "../fuzzed-bodies.ts";
import {
  type Framing,
  listFaults,
  mergeChunks,
  type Outcome,
  receiptFaults,
  runTrials,
  type Trial,
} from "./bench.ts";

const CALLS = faultSize(480, 10_000);
const SAMPLE = 240;
const share = Math.ceil(CALLS / fuzzedDialects.length);

/** One fuzzed call; half of the answers are streams. */
function fuzzedTrial(seed: number, dialect: FuzzedDialect): Trial {
  const request = fuzzedRequest(seed, dialect);
  const stream = seed % 2 === 0 ? fuzzedStream(seed, dialect) : undefined;
  const whole = stream ?? fuzzedResponse(seed, dialect);
  // Every chunk costs a write on each side: one answer in sixteen keeps them all.
  const answer = {
    ...whole,
    chunks: mergeChunks(whole.chunks, seed % 16 === 0 ? Number.MAX_SAFE_INTEGER : 12),
  };
  return {
    name: `${dialect} ${seed}`,
    path: `/${dialect}${request.path}`,
    engine: dialect,
    request,
    status: answer.status,
    answer,
    // What lacks its last event is broken off after its last byte; what is only damaged may be either.
    isWhole: stream === undefined || stream.isWhole ? true : undefined,
  };
}

const framingOf = (number: number): Framing =>
  number % 10 === 0 ? "slow chunks" : number % 3 === 0 ? "length" : "chunks";

describe("passthrough", () => {
  let stack: Stack;
  const outcomes: Outcome[] = [];
  beforeAll(async () => {
    stack = await openStack(() => undefined);
  });
  afterAll(() => stack.close());

  it.each(fuzzedDialects)(
    `G26: fuzzed requests and answers of %s arrive byte for byte, ${share} in each direction`,
    async (dialect) => {
      const trials = Array.from({ length: share }, (_, seed) => fuzzedTrial(seed, dialect));
      const done = await runTrials(stack, trials, framingOf);
      outcomes.push(...done);
      expect(listFaults(done)).toEqual([]);
    },
  );

  it("G26: every call has exactly one receipt, and its four digests are those of the bytes", async () => {
    const receipts = await stack.receipts();
    expect(stack.reports).toEqual([]);
    expect(receipts).toHaveLength(outcomes.length);
    const byRun = new Map(receipts.map((receipt) => [receipt.meta.run_id, receipt]));
    expect(byRun.size).toBe(outcomes.length);
    const step = Math.floor(outcomes.length / SAMPLE);
    const sampled = outcomes.filter((_, at) => at % step === 0);
    const faults = sampled.flatMap((outcome) => {
      const receipt = byRun.get(outcome.answer.header("x-abp-run-id") ?? "");
      return receipt === undefined ? [`${outcome.trial.name}: no receipt`] : receiptFaults(outcome, receipt);
    });
    expect(faults).toEqual([]);
  });
});
