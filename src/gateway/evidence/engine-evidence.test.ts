import { describe, expect, it } from "vitest";
import { limitsFor } from "../../models/index.ts";
import { fakeEngine } from "../fixtures/engines.ts";
import { MemoryLedger } from "../fixtures/memory-ledger.ts";
import { SliceQueue } from "../slices/slice-queue.ts";
import { keepEvidence, limitsWithEvidence, type RejectedCall } from "./engine-evidence.ts";

const HOUR = 3_600_000;
const engine = fakeEngine("e", "openai");
const rejection: RejectedCall = {
  engine,
  model: "m",
  sent: JSON.stringify({ model: "m", messages: [], temperature: 0 }),
  status: 400,
  failure: {
    error: {
      message: "Unsupported parameter: 'temperature' is not supported with this model.",
      type: "invalid_request_error",
      code: "unsupported_parameter",
      param: "temperature",
    },
  },
  slices: new SliceQueue(),
};

function open(ttlMs = 24 * HOUR) {
  const clock = { now: 1000 };
  const { evidence: store } = new MemoryLedger();
  return { clock, evidence: { store, ttlMs, now: () => clock.now } };
}

describe("evidence of a rejected call", () => {
  it("holds for later calls of the same engine and model", () => {
    const { evidence } = open();
    expect(limitsWithEvidence(evidence, engine, "m")).toBeUndefined();
    keepEvidence(evidence, rejection);
    expect(limitsWithEvidence(evidence, engine, "m")).toEqual({
      ...limitsFor("openai", "m"),
      sampling: { ...limitsFor("openai", "m").sampling, temperature: { is: "rejected" } },
    });
    expect(limitsWithEvidence(evidence, engine, "n")).toBeUndefined();
    expect(limitsWithEvidence(evidence, fakeEngine("f", "openai"), "m")).toBeUndefined();
    expect(limitsWithEvidence(evidence, engine, undefined)).toBeUndefined();
  });

  it("is read from bytes as well as from text", () => {
    const { evidence } = open();
    keepEvidence(evidence, { ...rejection, sent: new TextEncoder().encode(rejection.sent as string) });
    expect(evidence.store.list(0)).toMatchObject([{ engine: "e", model: "m", learnedAt: 1000 }]);
  });

  it("expires", () => {
    const { clock, evidence } = open(HOUR);
    keepEvidence(evidence, rejection);
    clock.now += HOUR - 1;
    expect(limitsWithEvidence(evidence, engine, "m")).toBeDefined();
    clock.now += 1;
    expect(limitsWithEvidence(evidence, engine, "m")).toBeUndefined();
  });

  it("is neither kept nor used if it is switched off", () => {
    const { clock, evidence } = open(0);
    keepEvidence(evidence, rejection);
    expect(evidence.store.list(0)).toEqual([]);
    keepEvidence({ ...evidence, ttlMs: HOUR }, rejection);
    expect(evidence.store.list(0)).toHaveLength(1);
    expect(limitsWithEvidence(evidence, engine, "m")).toBeUndefined();
    clock.now -= 1; // The clock of a machine may be set back.
    expect(limitsWithEvidence(evidence, engine, "m")).toBeUndefined();
  });

  it("is not looked for if it is switched off or the call names no model", () => {
    const asked: string[] = [];
    const store = {
      ...open().evidence.store,
      find: (name: string, model: string) => {
        asked.push(`${name} ${model}`);
        return [];
      },
    };
    const now = () => 1000;
    limitsWithEvidence({ store, ttlMs: 0, now }, engine, "m");
    limitsWithEvidence({ store, ttlMs: HOUR, now }, engine, undefined);
    expect(asked).toEqual([]);
    limitsWithEvidence({ store, ttlMs: HOUR, now }, engine, "m");
    expect(asked).toEqual(["e m"]);
  });

  it("is kept and used for as little as a millisecond", () => {
    const { evidence } = open(1);
    keepEvidence(evidence, rejection);
    expect(limitsWithEvidence(evidence, engine, "m")).toBeDefined();
  });

  it.each<[string, Partial<RejectedCall>]>([
    ["another status", { status: 422 }],
    ["a request without a body", { sent: undefined }],
    ["a request without a model", { model: undefined }],
    ["a field that was not sent", { sent: '{"model":"m"}' }],
    ["an answer of another form", { failure: "temperature" }],
  ])("is none of %s", (_, changes) => {
    const { evidence } = open();
    keepEvidence(evidence, { ...rejection, ...changes });
    expect(evidence.store.list(0)).toEqual([]);
  });

  it("is kept of a body above 1 MiB too, once that is read", async () => {
    const { evidence } = open();
    const content = "x".repeat(1024 * 1024);
    const sent = JSON.stringify({ model: "m", messages: [{ role: "user", content }], temperature: 0 });
    const { store } = evidence;
    const learned = Promise.withResolvers<void>();
    const learn = (lesson: Parameters<typeof store.learn>[0]) => {
      store.learn(lesson);
      learned.resolve();
    };
    const noted = { find: store.find.bind(store), list: store.list.bind(store), learn };
    keepEvidence({ ...evidence, store: noted }, { ...rejection, sent });
    expect(limitsWithEvidence(evidence, engine, "m")).toBeUndefined();
    await learned.promise;
    expect(limitsWithEvidence(evidence, engine, "m")).toBeDefined();
  });
});
