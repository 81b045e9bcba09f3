import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { corpusExists, type Recording, recordings } from "../../dialects/corpus.ts";
import { sharedPath } from "../../shared.ts";
import { openStack, type Stack } from "../faults/stack.ts";
import { listFaults, type Outcome, receiptFaults, runTrials, type Sent, type Trial } from "./bench.ts";

const PATHS: Readonly<Record<string, (one: Recording) => string>> = {
  claude: () => "/v1/messages",
  openai: () => "/v1/chat/completions",
  codex: () => "/v1/responses",
  kimi: () => "/v1/chat/completions",
  copilot: () => "/chat/completions",
  gemini: ({ facts }) =>
    `/v1beta/models/${encodeURIComponent(facts.model ?? "unnamed")}:${facts.streaming ? "streamGenerateContent?alt=sse" : "generateContent"}`,
};

/** The engine of calls that continue a response. The ids of recorded responses are redacted, so that one engine repeats them. */
const CONTINUED = "continued";

const NO_REQUEST = Buffer.from('{ "model" : "unrecorded" }');

/** A recorded exchange with the very bytes of its files; undefined if no answer was recorded. */
function recordedTrial(one: Recording): Trial | undefined {
  const folder = sharedPath("corpus", one.facts.dir);
  const file = readdirSync(folder).find((name) => name.startsWith("response."));
  if (file === undefined) return undefined;
  const request = join(folder, "request.json");
  const body = existsSync(request) ? readFileSync(request) : NO_REQUEST;
  const isStream = file.endsWith(".sse");
  const type = isStream ? "text/event-stream; charset=utf-8" : "application/json";
  return {
    name: one.name,
    path: `/${one.dialect}${PATHS[one.dialect]!(one)}`,
    engine:
      body.includes('"previous_response_id": "') || body.includes('"previous_response_id":"')
        ? CONTINUED
        : one.dialect,
    request: sent(body, "application/json"),
    status: one.facts.status,
    answer: sent(readFileSync(join(folder, file)), type),
    isWhole: isStream && !one.facts.complete ? undefined : true,
  };
}

function sent(bytes: Buffer, type: string): Sent {
  const size = Math.ceil(bytes.length / 7) || 1;
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
  return { bytes, chunks, headers: ["content-type", type] };
}

describe.skipIf(!corpusExists)("recorded exchanges", () => {
  let stack: Stack;
  let outcomes: Outcome[] = [];
  beforeAll(async () => {
    // The vendor keeps its responses, so that a call that continues one is the vendor's to judge.
    const keeper = (base_url: string) => ({
      codex: { preset: "openai" as const, base_url, api_key: "none" },
      [CONTINUED]: { preset: "openai" as const, base_url, api_key: "none" },
    });
    stack = await openStack(() => undefined, {}, {}, keeper);
  });
  afterAll(() => stack.close());

  it("G26: every recorded request, answer and stream passes byte for byte", async () => {
    const trials = recordings().flatMap((one) => recordedTrial(one) ?? []);
    outcomes = await runTrials(stack, trials, (number) => (number % 2 === 0 ? "chunks" : "length"));
    const streams = trials.filter(({ answer }) => answer.headers[1]!.startsWith("text/event-stream"));
    console.info(`${trials.length} recorded exchanges, ${streams.length} of them streams`);
    expect(listFaults(outcomes)).toEqual([]);
  });

  it("G26: every recorded exchange has one receipt with the digests of its bytes", async () => {
    const receipts = await stack.receipts();
    expect(stack.reports).toEqual([]);
    expect(receipts).toHaveLength(outcomes.length);
    const byRun = new Map(receipts.map((receipt) => [receipt.meta.run_id, receipt]));
    const faults = outcomes.flatMap((outcome) =>
      receiptFaults(outcome, byRun.get(outcome.answer.header("x-abp-run-id") ?? "")!),
    );
    expect(faults).toEqual([]);
  });
});
