import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { fakeEngine } from "../fixtures/engines.ts";
import { MemoryLedger } from "../fixtures/memory-ledger.ts";
import { passedAdmission, plainPlan } from "../fixtures/transfer-plan.ts";
import { SocketFacts } from "./socket-facts.ts";
import type { TransferPlan } from "./transfer-plan.ts";

const digestOf = (text: string) => ({
  bytes: Buffer.byteLength(text),
  sha256: createHash("sha256").update(text).digest("hex"),
});
const engine = fakeEngine("e", "codex");
const ledger = new MemoryLedger();
const call = { onRecorded: () => undefined };
const RUN = "00000000-0000-7000-8000-000000000001";
const PARENT = "00000000-0000-7000-8000-000000000002";

function open(parentRun?: string) {
  const clock = { now: 1000 };
  const plain = passedAdmission({
    method: "GET",
    passed: { group: "realtime", access: "inference", isSocket: true },
  });
  const admission = { ...plain, recognised: { ...plain.recognised, parentRun } };
  const facts = new SocketFacts(admission, RUN, () => clock.now);
  const plan = (more: Partial<TransferPlan> = {}) =>
    plainPlan(engine, more)(admission, undefined, facts.judge);
  const end = { close_code: 1000, closed_by: "caller" } as const;
  const ended = (error?: AbpError, how: Parameters<SocketFacts["ended"]>[2] = end) =>
    facts.ended(ledger, error, how, call);
  return { facts, clock, admission, plan, ended };
}

const count = (usage: unknown) => Buffer.from(JSON.stringify({ type: "response.done", response: { usage } }));

describe("the facts of a session", () => {
  it("say who asked for what before anything is planned", () => {
    const { facts, admission, ended } = open();
    expect(facts).toMatchObject({ streams: true, model: undefined, status: undefined, parentRun: undefined });
    expect([facts.admission, facts.dialect, facts.body.length]).toEqual([
      admission,
      admission.recognised.dialect,
      0,
    ]);
    const error = new AbpError("access_denied", "no");
    const found = ended(error);
    expect(found).toMatchObject({
      request: facts,
      ledger,
      runId: RUN,
      startedAt: 1000,
      failed: [],
      warnings: [],
      error,
      call,
    });
    expect([found.engine, found.status, found.firstByteAt, found.kept]).toEqual(Array(4).fill(undefined));
    expect(found.response).toMatchObject({ mode: "passthrough", upstreamRequest: undefined });
  });

  it("name the run that it belongs to, if that is one", () => {
    expect(open(PARENT).facts.parentRun).toBe(PARENT);
    expect(open("not a run").facts.parentRun).toBeUndefined();
  });

  it("hold the beginning that suffices for a receipt", async () => {
    const { facts, clock, plan } = open(PARENT);
    clock.now = 5000;
    const planned = await plan({ model: "m" });
    facts.planned(planned);
    expect(facts.beginning(planned)).toEqual({
      runId: RUN,
      workOrderId: PARENT,
      startedAt: new Date(1000),
      backendId: "e",
      mode: "passthrough",
      facts: { dialect: "openai", engine: "e", caller: "dev", model: "m", endpoint: "GET /v1/files/:id" },
    });
  });

  it("record times, engine, models and warnings of the plan", async () => {
    const { facts, clock, plan, ended } = open();
    facts.planned(await plan({ model: "m", upstreamModel: "u", warnings: ["w"] }));
    clock.now = 1200;
    facts.opened();
    clock.now = 1500;
    const found = ended();
    expect(found).toMatchObject({
      firstByteAt: 1200,
      finishedAt: 1500,
      engine,
      status: 101,
      warnings: ["w"],
      response: { upstreamModel: "u", upstreamRequest: digestOf("") },
    });
    expect(found.error).toBeUndefined();
  });

  it("name the model that the first messages named, if the plan has none", async () => {
    const { facts, plan, ended } = open();
    facts.planned(await plan());
    facts.model = "live";
    expect(ended().response).toMatchObject({ upstreamModel: "live" });
  });

  it("hold counts and digests of both directions, in order", async () => {
    const { facts, plan, ended } = open();
    facts.planned(await plan());
    facts.opened();
    for (const text of ["a", "bc"]) facts.fromCaller(Buffer.from(text));
    facts.fromEngine(Buffer.from("xyz"));
    expect(facts.digest).toEqual(digestOf("abc"));
    const { response } = ended();
    expect(response?.upstreamRequest).toEqual(digestOf("abc"));
    const found = response!.facts();
    expect(found).toMatchObject({
      observed: {},
      upstreamResponse: digestOf("xyz"),
      response: digestOf("xyz"),
      mapping: [],
      warnings: [],
      transfer: {
        method: "GET",
        endpoint: "/v1/files/:id",
        group: "realtime",
        state: "complete",
        socket: {
          from_caller: { messages: 2, bytes: 3 },
          from_engine: { messages: 1, bytes: 3 },
          close_code: 1000,
          closed_by: "caller",
        },
      },
    });
    expect(found.negotiation).toBeUndefined();
  });

  it("are incomplete without an opening, or without a close code", () => {
    const never = open();
    const refused = never.ended().response!.facts();
    expect([refused.transfer?.state, refused.response, refused.upstreamResponse]).toEqual([
      "incomplete",
      undefined,
      undefined,
    ]);
    const cut = open();
    cut.facts.opened();
    const found = cut.ended(undefined, { close_code: null, closed_by: "engine" }).response!.facts();
    expect(found.transfer).toMatchObject({
      state: "incomplete",
      socket: { close_code: null, closed_by: "engine" },
    });
  });
});

describe("the tokens of a session", () => {
  const usageOf = (...messages: (Buffer | string)[]) => {
    const { facts, ended } = open();
    for (const message of messages) facts.fromEngine(Buffer.from(message));
    return ended().response!.facts().observed;
  };

  it("are the sum over its answers, with the vendor's last account", () => {
    const second = { input_tokens: 3, output_tokens: 4 };
    expect(usageOf(count({ input_tokens: 1, output_tokens: 2 }), count(second))).toEqual({
      usage: { input: 4, output: 6 },
      usageRaw: second,
    });
  });

  it("are read if they stand beside the answer, too", () => {
    expect(usageOf('{"usageMetadata":{"promptTokenCount":5}}').usage).toEqual({ input: 5 });
    expect(usageOf('{"usageMetadata":{"responseTokenCount":6}}').usage).toEqual({ output: 6 });
  });

  it("keep a side that only one answer counts", () => {
    expect(usageOf(count({ input_tokens: 1 }), count({ output_tokens: 2 })).usage).toEqual({
      input: 1,
      output: 2,
    });
    expect(usageOf(count({ output_tokens: 2 }), count({ input_tokens: 1 })).usage).toEqual({
      input: 1,
      output: 2,
    });
  });

  it("are not read out of other messages", () => {
    expect(
      usageOf("hello", '{"usage', '{"usage":1}', '["usage"]', '{"a":{"usage":{"input_tokens":1}}}'),
    ).toEqual({});
  });

  it("are not looked for in a message above 64 KiB", () => {
    const padded = (bytes: number) => {
      const text = '{"usage":{"input_tokens":1}}';
      return text + " ".repeat(bytes - text.length);
    };
    expect(usageOf(padded(64 * 1024)).usage).toEqual({ input: 1 });
    expect(usageOf(padded(64 * 1024 + 1))).toEqual({});
  });
});
