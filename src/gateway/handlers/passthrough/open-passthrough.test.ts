import { describe, expect, it } from "vitest";
import { findDialect } from "../../../dialects/index.ts";
import { digestBody } from "../../bytes/body-digest.ts";
import { fakeEngine } from "../../fixtures/engines.ts";
import { RecordingOwner } from "../../fixtures/recording-owner.ts";
import { admissionTo, bodyOf, testContext } from "../../fixtures/test-context.ts";
import { CallRequest } from "../../request/call-request.ts";
import { openPassthrough } from "./open-passthrough.ts";

const ANSWER = { id: "resp_2", status: "completed", output: [] };

interface Options {
  readonly path?: string;
  readonly body?: Record<string, unknown>;
  readonly expanded?: Record<string, unknown>;
  readonly repeats?: Record<string, unknown>;
  readonly model?: string;
}

function open(dialect: string, options: Options = {}) {
  const { path = "/v1/responses", body = { model: "m", input: "hi" }, repeats } = options;
  const owner = new RecordingOwner();
  const context = testContext({ engines: [] });
  const request = new CallRequest({ ...admissionTo(path), repeats }, bodyOf(body));
  request.scan(64);
  if (options.expanded !== undefined) request.expand(options.expanded);
  const response = openPassthrough({
    owner,
    context,
    request,
    target: { engine: fakeEngine("e", dialect), model: options.model, getsCallerKey: true },
    plan: { compatibility: "best_effort" },
    ledger: context.ledger,
  });
  const answer = (type: string, text: string) => {
    response.onHead(200, ["content-type", type]);
    response.onData(Buffer.from(text));
    response.onEnd();
    return owner.text;
  };
  return { owner, request, response, answer };
}

const continued = {
  body: { model: "m", input: "more", previous_response_id: "resp_1" },
  expanded: { model: "m", input: ["first", "more"] },
};

describe("a call that passes through", () => {
  it("has the caller's own bytes and digest if nothing was changed", () => {
    const { request, response, answer } = open("codex");
    expect(response.request.body).toBe(request.body);
    expect(response.upstreamRequest).toBe(request.digest);
    expect([response.upstreamModel, response.mode]).toEqual(["m", "passthrough"]);
    const text = JSON.stringify(ANSWER);
    expect(answer("application/json", text)).toBe(text);
    const { warnings, negotiation } = response.facts();
    expect([warnings, negotiation?.mode]).toEqual([[], "best_effort"]);
  });

  it("has a digest of its own, and a warning, if the model was replaced", () => {
    const { request, response } = open("codex", { model: "n" });
    const body = Buffer.from('{"model":"n","input":"hi"}');
    expect(Buffer.from(response.request.body!).equals(body)).toBe(true);
    expect(response.upstreamRequest).toEqual(digestBody(body));
    expect(response.upstreamRequest).not.toEqual(request.digest);
    expect(response.upstreamModel).toBe("n");
    expect(response.facts().warnings).toEqual(['the model "m" was replaced by "n"']);
  });
});

describe("the answer to a call in which earlier turns were put", () => {
  const warning = "the answer repeats previous_response_id as the caller sent it";

  it("names what it continues, as the caller did", () => {
    const { response, answer } = open("codex", continued);
    expect(JSON.parse(Buffer.from(response.request.body!).toString())).toEqual(continued.expanded);
    expect(response.upstreamRequest).toEqual(digestBody(response.request.body!));
    expect(JSON.parse(answer("application/json", JSON.stringify(ANSWER)))).toEqual({
      ...ANSWER,
      previous_response_id: "resp_1",
    });
    expect(response.facts().warnings).toEqual([warning]);
  });

  it("names it in the events of a stream, inside their response", () => {
    const { answer } = open("codex", continued);
    const event = (response: object) =>
      `event: response.created\ndata: ${JSON.stringify({ type: "response.created", response })}\n\n`;
    const [, data] = answer("text/event-stream", event(ANSWER)).split("data: ");
    expect(JSON.parse(data!)).toEqual({
      type: "response.created",
      response: { ...ANSWER, previous_response_id: "resp_1" },
    });
  });

  it("names each member that the connection took out", () => {
    const { response, answer } = open("codex", { repeats: { a: 1, b: 2 } });
    expect(JSON.parse(answer("application/json", JSON.stringify(ANSWER)))).toEqual({ ...ANSWER, a: 1, b: 2 });
    expect(response.facts().warnings).toEqual(["the answer repeats a and b as the caller sent it"]);
  });

  it("stays as it is if nothing was taken out, or the dialect continues nothing", () => {
    const text = JSON.stringify(ANSWER);
    const nothing = open("codex", { repeats: {} });
    expect([nothing.answer("application/json", text), nothing.response.facts().warnings]).toEqual([text, []]);
    const body = { model: "m", messages: [] };
    const chat = open("openai", { path: "/v1/chat/completions", body, repeats: { a: 1 } });
    expect([chat.answer("application/json", text), chat.response.facts().warnings]).toEqual([text, []]);
    expect(findDialect("openai").state).toBeUndefined();
  });
});
