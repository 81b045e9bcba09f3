import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { findDialect } from "../../dialects/index.ts";
import { digestBody } from "../bytes/body-digest.ts";
import { fakeEngine } from "../fixtures/engines.ts";
import { admissionTo, bodyOf } from "../fixtures/test-context.ts";
import { SliceQueue } from "../slices/slice-queue.ts";
import { CallRequest } from "./call-request.ts";

function open(target: string, body: unknown, headers: readonly string[] = []): CallRequest {
  const bytes = typeof body === "string" ? Buffer.from(body) : bodyOf(body);
  const request = new CallRequest(admissionTo(target, headers), bytes);
  request.scan(16);
  return request;
}

describe("a request", () => {
  it("names its model and its streaming in the body, or in the path", () => {
    const chat = open("/v1/chat/completions", { model: "m", stream: true });
    expect([chat.model, chat.streams]).toEqual(["m", true]);
    const gemini = open("/v1beta/models/g:streamGenerateContent?alt=sse", { model: "other" });
    expect([gemini.model, gemini.streams]).toEqual(["g", true]);
    const plain = open("/v1/chat/completions", {});
    expect([plain.model, plain.streams]).toEqual([undefined, false]);
  });

  it("says where it names its model, and what the path says of it", () => {
    const chat = open("/v1/chat/completions", { model: "m" });
    expect([chat.modelPlace, chat.pathFacts]).toStrictEqual(["$.model", {}]);
    const gemini = open("/v1beta/models/g:streamGenerateContent?alt=sse", {});
    expect([gemini.modelPlace, gemini.pathFacts]).toStrictEqual([
      "model in the path",
      { model: "g", stream: true },
    ]);
    const whole = open("/v1beta/models/g:generateContent", { stream: true });
    expect([whole.pathFacts, whole.streams]).toStrictEqual([{ model: "g", stream: false }, false]);
  });

  it("is a model's call if it generates or counts", () => {
    const isModelCall = (target: string, method?: string) =>
      new CallRequest(admissionTo(target, [], undefined, method), Buffer.alloc(0)).isModelCall;
    expect(isModelCall("/v1/messages")).toBe(true);
    expect(isModelCall("/v1/messages/count_tokens")).toBe(true);
    expect(isModelCall("/v1/responses/resp_1", "GET")).toBe(false);
  });

  it("requests a compatibility by a header, whose former name counts if the new one is missing", () => {
    const compatibilityOf = (...headers: string[]) => open("/v1/messages", {}, headers).compatibility;
    expect(compatibilityOf()).toBeUndefined();
    expect(compatibilityOf("x-abp-compatibility", "strict")).toBe("strict");
    expect(compatibilityOf("x-abp-mode", "best_effort")).toBe("best_effort");
    expect(compatibilityOf("x-abp-mode", "odd", "x-abp-compatibility", "strict")).toBe("strict");
    for (const name of ["x-abp-mode", "x-abp-compatibility"])
      expect(() => compatibilityOf(name, "odd")).toThrow(
        expect.objectContaining({
          code: "validation_failed",
          message: `the header ${name} must be strict or best_effort`,
          where: `header ${name}`,
        }),
      );
  });

  it("tells which earlier answer it continues, without the rest of its body", () => {
    const body = { model: "m", previous_response_id: "resp_1", input: "hi" };
    expect(open("/v1/responses", body).stateMembers).toEqual({ previous_response_id: "resp_1" });
    expect(open("/v1/chat/completions", body).stateMembers).toEqual({});
  });

  it("counts its values, and none if it is no object", () => {
    expect(open("/v1/chat/completions", { a: [1, 2] }).valueCount).toBe(4);
    const list = open("/v1/chat/completions", "[1,2]");
    expect([list.valueCount, list.isOpaque]).toEqual([0, false]);
  });

  it("is parsed ahead if that is asked for", () => {
    const request = open("/v1/responses", { model: "m" });
    request.readValue();
    const { value } = request;
    request.readValue();
    expect(request.value).toBe(value);
    expect(() => open("/v1/responses", "{oops").readValue()).toThrow(AbpError);
  });

  it("has no model to route by if readers may disagree about its body, unless the path names one", () => {
    const doubtful = '/* x */ {"model":"m"}';
    expect(() => open("/v1/chat/completions", doubtful).routedModel).toThrow(
      expect.objectContaining({ code: "input_invalid_json" }),
    );
    expect(open("/v1beta/models/g:generateContent", doubtful).routedModel).toBe("g");
    expect(open("/v1/chat/completions", { model: "m" }).routedModel).toBe("m");
    expect(open("/v1/chat/completions", "{oops").routedModel).toBeUndefined();
  });

  it("is opaque with more values than may be read: passed through, and never parsed", () => {
    const body = { model: "m", input: [1, 2, 3] };
    const request = new CallRequest(admissionTo("/v1/responses"), bodyOf(body));
    request.scan(16, 5);
    expect(request.isOpaque).toBe(true);
    expect(request.isReadableFor(fakeEngine("c", "codex"))).toBe(false);
    expect(() => request.value).toThrow(expect.objectContaining({ code: "input_too_large" }));
    request.scan(16, 6);
    expect([request.isOpaque, request.isReadableFor(fakeEngine("c", "codex"))]).toEqual([false, true]);
  });

  it("is scanned in slices to the same end, with the same faults", async () => {
    const text = JSON.stringify({ a: "x".repeat(600_000), model: "m", stream: true });
    const request = new CallRequest(admissionTo("/v1/chat/completions"), Buffer.from(text));
    await request.scanInSlices(new SliceQueue(), 16, 1000);
    expect([request.model, request.streams, request.value["model"]]).toEqual(["m", true, "m"]);
    expect(request.digest).toEqual(digestBody(request.body));
    for (const [target, body, code] of [
      ["/v1/chat/completions", '{"model":"a","model":"b"}', "mapping_ambiguous"],
      ["/v1/chat/completions", `{"a":${"[".repeat(20)}`, "validation_failed"],
    ] as const) {
      const refused = new CallRequest(admissionTo(target), Buffer.from(body));
      await expect(refused.scanInSlices(new SliceQueue(), 16, 1000)).rejects.toMatchObject({ code });
    }
  });

  it("is refused if it is nested too deeply", () => {
    expect(() => open("/v1/chat/completions", `${"[".repeat(20)}`.replace("[", '{"a":['))).toThrow(
      expect.objectContaining({ code: "validation_failed" }),
    );
  });

  it("has the digest of its bytes", () => {
    const request = open("/v1/chat/completions", { model: "m" });
    expect(request.digest).toEqual(digestBody(request.body));
    expect(request.digest).toBe(request.digest);
  });

  it("belongs to the run in its path, if that is a run's id", () => {
    const id = "0192aaaa-bbbb-7ccc-8ddd-eeeeffff0000";
    expect(open(`/r/${id}/v1/chat/completions`, {}).parentRun).toBe(id);
    expect(open("/r/some-name/v1/chat/completions", {}).parentRun).toBeUndefined();
    expect(open("/v1/chat/completions", {}).parentRun).toBeUndefined();
  });

  it("is parsed once until it is released, and again on demand", () => {
    const request = open("/v1/chat/completions", { model: "m" });
    const { value } = request;
    expect(request.value).toBe(value);
    request.releaseValue();
    expect(request.value).not.toBe(value);
    expect(request.value).toEqual(value);
  });

  it("keeps the turns that were inserted, beside what the caller sent", () => {
    const request = open("/v1/responses", { model: "m", input: "b" });
    const expanded = { model: "m", input: ["a", "b"] };
    request.expand(expanded);
    request.releaseValue();
    expect([request.value, request.isExpanded, request.asSent]).toEqual([
      expanded,
      true,
      { model: "m", input: "b" },
    ]);
  });

  it("knows what the answer repeats of what was taken out of it", () => {
    const asked = { model: "m", input: "b", previous_response_id: "resp_0", conversation: "c" };
    const request = open("/v1/responses", asked);
    expect(request.repeated).toBeUndefined();
    request.expand({ model: "m", input: ["a", "b"] });
    expect(request.repeated).toEqual({ previous_response_id: "resp_0", conversation: { id: "c" } });
    const repeats = { previous_response_id: "resp_9" };
    const body = bodyOf({ model: "m", input: ["a", "b"] });
    const continued = new CallRequest({ ...admissionTo("/v1/responses"), repeats }, body);
    continued.scan(64);
    expect(continued.repeated).toBe(repeats);
    continued.expand({ model: "m" });
    expect(continued.repeated).toEqual(repeats);
    const message = open("/v1/messages", { model: "m" });
    message.expand({ model: "m" });
    expect(message.repeated).toBeUndefined();
  });

  it("must be readable for an engine of another dialect, and need not be for one of its own", () => {
    const broken = open("/v1/chat/completions", "{oops");
    expect(broken.isReadableFor(fakeEngine("o", "openai"))).toBe(false);
    expect(broken.isReadableFor(fakeEngine("k", "kimi"))).toBe(false);
    expect(broken.isReadableFor(fakeEngine("c", "claude"))).toBe(true);
    expect(() => broken.value).toThrow(AbpError);
    expect(open("/v1/chat/completions", {}).isReadableFor(fakeEngine("o", "openai"))).toBe(true);
  });
});

describe("a path that several vendors share", () => {
  it("is taken for the engine's dialect if the body fits it better, or cannot be read", () => {
    const kimi = fakeEngine("k", "kimi");
    const fits = open("/v1/chat/completions", {
      model: "m",
      messages: [],
      thinking: { type: "enabled" },
    });
    fits.refineDialect(kimi);
    expect(fits.dialect).toBe(findDialect("kimi"));
    const broken = open("/v1/chat/completions", "{oops");
    broken.refineDialect(kimi);
    expect(broken.dialect).toBe(findDialect("kimi"));
  });

  it("is decided by headers and shape, never by the name of the model", () => {
    const body = { model: "kimi-k3", messages: [{ role: "user", content: "hi" }] };
    const dialectOf = (...headers: string[]) => {
      const request = open("/v1/chat/completions", body, headers);
      request.refineDialect(fakeEngine("k", "kimi"));
      return request.dialect.id;
    };
    expect(dialectOf()).toBe("openai");
    expect(dialectOf("User-Agent", "OpenAI/Python 2.1.0")).toBe("openai");
    expect(dialectOf("User-Agent", "KimiCLI/1.0")).toBe("kimi");
    expect(dialectOf("X-Msh-Platform", "kimi_code_cli")).toBe("kimi");
  });

  it("keeps its dialect if the body fits that at least as well, or the engine speaks another one", () => {
    const plain = open("/v1/chat/completions", { model: "m", messages: [], logit_bias: { 1: 2 } });
    plain.refineDialect(fakeEngine("k", "kimi"));
    expect(plain.dialect).toBe(findDialect("openai"));
    plain.refineDialect(fakeEngine("c", "claude"));
    expect(plain.dialect).toBe(findDialect("openai"));
  });
});
