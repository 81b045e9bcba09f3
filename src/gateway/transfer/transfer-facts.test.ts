import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import type { PassedEndpoint } from "../../dialects/index.ts";
import { fakeEngine } from "../fixtures/engines.ts";
import { MemoryLedger } from "../fixtures/memory-ledger.ts";
import { passedAdmission, plainPlan } from "../fixtures/transfer-plan.ts";
import type { PassedBody } from "./passed-body.ts";
import { TransferFacts } from "./transfer-facts.ts";
import type { AddressSplice, BodyWatch, TransferAnswer, TransferPlan } from "./transfer-plan.ts";

const digestOf = (text: string) => ({
  bytes: Buffer.byteLength(text),
  sha256: createHash("sha256").update(text).digest("hex"),
});
const engine = fakeEngine("e", "openai");
const ledger = new MemoryLedger();
const call = { onRecorded: () => undefined };
const RUN = "00000000-0000-7000-8000-000000000001";
const PARENT = "00000000-0000-7000-8000-000000000002";
const JSON_HEAD = ["content-type", "application/json"];

interface Setting {
  readonly passed?: Partial<PassedEndpoint>;
  readonly parentRun?: string;
  readonly parameters?: Record<string, string>;
  readonly streams?: boolean;
  readonly body?: Pick<PassedBody, "digests" | "isPassed">;
}

function open({ passed, parentRun, parameters, streams, body }: Setting = {}) {
  const clock = { now: 1000 };
  const plain = passedAdmission({ passed: passed ?? {} });
  const { recognised } = plain;
  const endpoint = { ...recognised.endpoint, ...(streams === undefined ? {} : { streams }) };
  const admission = {
    ...plain,
    recognised: { ...recognised, endpoint, parentRun, parameters: parameters ?? recognised.parameters },
  };
  const facts = new TransferFacts(admission, RUN, () => clock.now, body as PassedBody | undefined);
  const plan = (more: Partial<TransferPlan> = {}) =>
    plainPlan(engine, more)(admission, undefined, facts.judge);
  return { facts, clock, admission, plan };
}

const answerWith = (splices: readonly AddressSplice[] = []): TransferAnswer => ({
  headers: [],
  push: (chunk) => chunk,
  end: async () => undefined,
  splices,
});
const watchOf = (model: string | undefined): BodyWatch => ({
  push: () => undefined,
  end: async () => undefined,
  model,
});
const bodyOf = (isPassed: boolean) => ({
  isPassed,
  digests: () => ({ received: digestOf("received"), sent: digestOf("sent") }),
});

describe("the facts of a transfer's request", () => {
  it("hold nothing of the body", () => {
    const { facts, admission } = open();
    expect([facts.mode, facts.body.length, facts.admission]).toEqual(["passthrough", 0, admission]);
    expect(facts.dialect).toBe(admission.recognised.dialect);
  });

  it("have the digests of what was received and sent, and of nothing without a body", async () => {
    const { facts, plan } = open({ body: bodyOf(true) });
    expect([facts.digest, facts.upstreamRequest]).toEqual([digestOf("received"), undefined]);
    facts.planned(await plan(), undefined);
    expect(facts.upstreamRequest).toEqual(digestOf("sent"));
    const without = open();
    without.facts.planned(await without.plan(), undefined);
    expect([without.facts.digest, without.facts.upstreamRequest]).toEqual([digestOf(""), digestOf("")]);
  });

  it("name the model of the plan, of the body, or of the path, in this order", async () => {
    const { facts, plan } = open({ parameters: { model: "path" } });
    expect([facts.model, facts.upstreamModel]).toEqual(["path", "path"]);
    facts.planned(await plan(), watchOf("body"));
    expect([facts.model, facts.upstreamModel]).toEqual(["body", "body"]);
    facts.planned(await plan({ model: "plan", upstreamModel: "up" }), watchOf("body"));
    expect([facts.model, facts.upstreamModel]).toEqual(["plan", "up"]);
    expect(open().facts.model).toBeUndefined();
  });

  it("say whether the endpoint streams, and which run it belongs to", () => {
    expect([open().facts.streams, open({ streams: true }).facts.streams]).toEqual([false, true]);
    expect(open({ parentRun: PARENT }).facts.parentRun).toBe(PARENT);
    expect(open({ parentRun: "no run" }).facts.parentRun).toBeUndefined();
    expect(open().facts.parentRun).toBeUndefined();
  });

  it("hold the beginning that suffices for a receipt", async () => {
    const { facts, clock, plan } = open();
    clock.now = 9000;
    const planned = await plan();
    facts.planned(planned, watchOf("m"));
    expect(facts.beginning(planned)).toEqual({
      runId: RUN,
      workOrderId: RUN,
      startedAt: new Date(1000),
      backendId: "e",
      mode: "passthrough",
      facts: { dialect: "openai", engine: "e", caller: "dev", model: "m", endpoint: "POST /v1/files/:id" },
    });
  });
});

describe("the facts of a transfer's answer", () => {
  it("have its status, its digest, the model and the tokens that it names", () => {
    const { facts, clock } = open();
    const text = '{"model":"m-1","usage":{"prompt_tokens":7}}';
    clock.now = 1100;
    facts.answerBegan(200, JSON_HEAD, answerWith());
    for (const part of [text.slice(0, 9), text.slice(9)]) facts.engineSent(Buffer.from(part));
    expect(facts.status).toBe(200);
    expect(facts.engineAnswer).toEqual(JSON.parse(text));
    expect(facts.facts()).toMatchObject({
      observed: { model: "m-1", usage: { input: 7 }, usageRaw: { prompt_tokens: 7 } },
      upstreamResponse: digestOf(text),
      response: digestOf(text),
      mapping: [],
      warnings: [],
    });
    expect(facts.facts().negotiation).toBeUndefined();
  });

  it("leave out what an answer does not name", () => {
    const { facts } = open();
    facts.answerBegan(200, JSON_HEAD, answerWith());
    facts.engineSent(Buffer.from("{}"));
    expect(facts.facts().observed).toEqual({});
  });

  it("count what the caller receives if addresses are replaced", () => {
    const { facts } = open({ passed: { addresses: ["url"] } });
    facts.answerBegan(200, JSON_HEAD, answerWith());
    facts.engineSent(Buffer.from("vendor"));
    facts.callerSent(Buffer.from("gate"));
    facts.callerSent(Buffer.from("way"));
    const { response, upstreamResponse } = facts.facts();
    expect([upstreamResponse, response]).toEqual([digestOf("vendor"), digestOf("gateway")]);
    const plain = open();
    plain.facts.answerBegan(200, JSON_HEAD, answerWith());
    plain.facts.engineSent(Buffer.from("vendor"));
    plain.facts.callerSent(Buffer.from("ignored"));
    expect(plain.facts.facts().response).toEqual(digestOf("vendor"));
  });

  it("have neither digest nor answer if none came", () => {
    const { facts } = open();
    facts.engineSent(Buffer.from("x"));
    const { upstreamResponse, response, observed, transfer } = facts.facts();
    expect([upstreamResponse, response, observed, facts.engineAnswer]).toEqual([
      undefined,
      undefined,
      {},
      undefined,
    ]);
    expect(transfer).toEqual({
      method: "POST",
      endpoint: "/v1/files/:id",
      group: "files",
      state: "incomplete",
    });
  });

  it("are complete if both the request passed and the answer ended", () => {
    const state = (setting: Setting, hasEnded: boolean) => {
      const { facts } = open(setting);
      facts.answerBegan(200, [], answerWith());
      if (hasEnded) facts.answerEnded();
      return facts.facts().transfer?.state;
    };
    expect([
      state({}, true),
      state({ body: bodyOf(true) }, true),
      state({ body: bodyOf(false) }, true),
      state({}, false),
    ]).toEqual(["complete", "complete", "incomplete", "incomplete"]);
  });

  it("list the addresses that were replaced", () => {
    const { facts } = open();
    const splice = { where: "$.url", from: "https://v.test/a", to: "http://gw/a" };
    facts.answerBegan(200, [], answerWith([splice]));
    expect(facts.facts().transfer?.splices).toEqual([splice]);
  });
});

describe("the end of a transfer", () => {
  it("has everything that the receipt needs", async () => {
    const { facts, clock, plan } = open();
    facts.planned(await plan({ warnings: ["w"] }), undefined);
    clock.now = 1100;
    facts.answerBegan(200, [], answerWith());
    clock.now = 1300;
    const found = facts.ended(ledger, undefined, call);
    expect(found).toMatchObject({
      request: facts,
      response: facts,
      ledger,
      runId: RUN,
      startedAt: 1000,
      firstByteAt: 1100,
      finishedAt: 1300,
      engine,
      status: 200,
      failed: [],
      warnings: ["w"],
      call,
    });
    expect([found.error, found.kept]).toEqual([undefined, undefined]);
  });

  it("before a plan has no engine, and the status of our own answer", () => {
    const { facts } = open();
    facts.refused(403);
    const error = new AbpError("access_denied", "no");
    const found = facts.ended(ledger, error, call);
    expect(found).toMatchObject({ status: 403, warnings: [], error });
    expect([found.engine, found.firstByteAt]).toEqual([undefined, undefined]);
  });

  it("is waited for by those who ask for it", async () => {
    const { facts } = open();
    expect(facts.isAwaited).toBe(false);
    let isDone = false;
    const waiting = facts.recorded.then(() => {
      isDone = true;
    });
    expect(facts.isAwaited).toBe(true);
    await Promise.resolve();
    expect(isDone).toBe(false);
    facts.onRecorded();
    await waiting;
  });
});
