import { describe, expect, it } from "vitest";
import type { Engine } from "../../../engines/index.ts";
import { ByteBudget, findHeader } from "../../../lib/index.ts";
import type { CallPlan } from "../../call/plan.ts";
import { RecordingOwner } from "../../fixtures/recording-owner.ts";
import { scriptedEngine } from "../../fixtures/scripted-engine.ts";
import { admissionTo, bodyOf } from "../../fixtures/test-context.ts";
import { CallRequest } from "../../request/call-request.ts";
import type { Target } from "../../routing/target.ts";
import { SliceQueue } from "../../slices/slice-queue.ts";
import { openEmbedding } from "./open-embedding.ts";

interface Setting {
  readonly target?: string;
  readonly body?: unknown;
  readonly engine?: Engine;
  readonly plan?: Partial<Pick<CallPlan, "compatibility" | "waived">>;
  readonly aim?: Partial<Target>;
  readonly budget?: ByteBudget;
}

function open(setting: Setting = {}) {
  const {
    target = "/v1/embeddings",
    body = { model: "m", input: ["a", "b"], user: "u" },
    plan = {},
  } = setting;
  const engine = setting.engine ?? scriptedEngine("e", "gemini", undefined);
  const request = new CallRequest(
    admissionTo(target, ["x-abp-key", "ours", "authorization", "Bearer own-key", "traceparent", "t"]),
    bodyOf(body),
  );
  request.scan(64);
  const owner = new RecordingOwner();
  const response = openEmbedding({
    owner,
    context: { heldBytes: setting.budget ?? new ByteBudget(1 << 20), slices: new SliceQueue() },
    request,
    target: { engine, model: undefined, getsCallerKey: true, ...setting.aim },
    plan: { compatibility: "best_effort", waived: [], ...plan },
  });
  return { owner, response };
}

const sentBody = ({ response }: ReturnType<typeof open>) =>
  JSON.parse(Buffer.from(response.request.body!).toString());

describe("embeddings at an engine of another dialect", () => {
  it("are asked for in that engine's form, with the digest of what is sent", () => {
    const opened = open();
    const { request, upstreamRequest, upstreamModel } = opened.response;
    expect(request).toMatchObject({ method: "POST", path: "/v1beta/models/m:batchEmbedContents" });
    expect(sentBody(opened)).toEqual({
      requests: ["a", "b"].map((text) => ({ model: "models/m", content: { parts: [{ text }] } })),
    });
    expect(findHeader(request.headers, "traceparent")).toBe("t");
    expect(upstreamRequest.bytes).toBe(Buffer.from(request.body!).length);
    expect(upstreamModel).toBe("m");
  });

  it("are asked of the route's model", () => {
    const { response } = open({ aim: { model: "g" } });
    expect([response.request.path, response.upstreamModel]).toEqual([
      "/v1beta/models/g:batchEmbedContents",
      "g",
    ]);
  });

  it("take the model of the path if the caller's dialect has it there", () => {
    const opened = open({
      target: "/v1beta/models/emb:embedContent",
      body: { content: { parts: [{ text: "a" }] } },
      engine: scriptedEngine("e", "openai", undefined),
    });
    expect(opened.response.request.path).toBe("/v1/embeddings");
    expect(sentBody(opened)).toMatchObject({ model: "emb" });
  });

  it("carry the caller's own credential only to an engine that it is meant for", () => {
    const engine = scriptedEngine("e", "gemini", undefined, { usesCallerKey: true });
    expect(open({ engine }).response.request.callerCredential).toBe("own-key");
    expect(open({ engine, aim: { getsCallerKey: false } }).response.request.callerCredential).toBeUndefined();
    expect(open().response.request.callerCredential).toBeUndefined();
  });

  it("disclose what is lost, refuse it if the call is strict, and pass if it is waived", () => {
    expect(open().response.facts().mapping).toMatchObject([
      { entries: [{ path: "$.user", disposition: "disclosed" }] },
    ]);
    const strict = { compatibility: "strict" } as const;
    expect(() => open({ plan: strict })).toThrow(
      expect.objectContaining({ code: "mapping_lossy_conversion", where: "$.user" }),
    );
    expect(() => open({ plan: { ...strict, waived: ["user"] } })).not.toThrow();
  });

  it("answer in the caller's form, within the bytes that may be held", () => {
    const budget = new ByteBudget(1 << 20);
    const { owner, response } = open({ budget });
    response.onHead(200, []);
    response.onData(Buffer.from('{"embeddings":[{"values":[0.5]},{"values":[1]}]}'));
    expect(budget.used).toBeGreaterThan(0);
    response.onEnd();
    response.release();
    expect(budget.used).toBe(0);
    expect(JSON.parse(owner.text)).toMatchObject({
      object: "list",
      data: [{ embedding: [0.5] }, { embedding: [1] }],
      model: "m",
    });
  });
});
