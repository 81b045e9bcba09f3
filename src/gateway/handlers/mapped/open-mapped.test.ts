import { describe, expect, it } from "vitest";
import type { Engine } from "../../../engines/index.ts";
import { wholeStream } from "../../fixtures/claude-stream.ts";
import { fakeEngine } from "../../fixtures/engines.ts";
import { RecordingOwner } from "../../fixtures/recording-owner.ts";
import { claudeMessage } from "../../fixtures/scripted-engine.ts";
import { claudeSearch, fakeSearch, searchingWith } from "../../fixtures/searched-call.ts";
import { admissionTo, bodyOf, testCaller, testContext } from "../../fixtures/test-context.ts";
import { CallRequest } from "../../request/call-request.ts";
import { MappedResponse } from "./mapped-response.ts";
import { MappedStream } from "./mapped-stream.ts";
import { openMapped } from "./open-mapped.ts";
import { evidenceOf, translateAttempt } from "./translate-attempt.ts";

const NOW = 1_700_000_000_999;
const STREAM = wholeStream.join("");
const chat = { model: "m", messages: [{ role: "user", content: "hi" }] };
const gemini = { contents: [{ role: "user", parts: [{ text: "hi" }] }] };

interface Options {
  readonly path?: string;
  readonly body?: Record<string, unknown>;
  readonly headers?: readonly string[];
  readonly engine?: Engine;
  readonly engines?: readonly Engine[];
  readonly model?: string;
  readonly notes?: readonly string[];
  readonly more?: object;
  readonly mayUse?: (name: string) => boolean;
  readonly strict?: boolean;
}

function questionOf(options: Options) {
  const {
    path = "/v1/chat/completions",
    body = chat,
    headers = [],
    engine = fakeEngine("e", "claude"),
  } = options;
  const owner = new RecordingOwner();
  const context = {
    ...testContext({ engines: options.engines ?? [engine] }),
    now: () => NOW,
    ...options.more,
  };
  const caller = testCaller(options.mayUse === undefined ? {} : { mayUse: options.mayUse });
  const request = new CallRequest(admissionTo(path, headers, caller), bodyOf(body));
  request.scan(64);
  const target = { engine, model: options.model, getsCallerKey: true };
  const compatibility: "strict" | "best_effort" = options.strict === true ? "strict" : "best_effort";
  const plan = { compatibility, waived: [] };
  return { owner, context, request, target, plan, ledger: testContext({ engines: [] }).ledger };
}

function open(options: Options = {}) {
  const question = questionOf(options);
  const response = openMapped(question, translateAttempt(question), options.notes);
  const { owner } = question;
  const answer = (value: object) => {
    response.onHead(200, ["content-type", "application/json"]);
    response.onData(bodyOf(value));
    response.onEnd();
    return owner.json;
  };
  const stream = () => {
    response.onHead(200, ["content-type", "text/event-stream"]);
    response.onData(Buffer.from(STREAM));
    response.onEnd();
    return owner.text;
  };
  return { ...question, response, answer, stream };
}

const contentOf = (answer: Record<string, unknown>) =>
  (answer["choices"] as { message: { content: string } }[]).map(({ message }) => message.content);

describe("a mapped call", () => {
  it("is answered with an id of its run, and the second in which it was made", () => {
    const { answer, response } = open();
    expect(response).toBeInstanceOf(MappedResponse);
    expect(answer({ ...claudeMessage("hello"), id: undefined })).toMatchObject({
      id: "chatcmpl-000000007000800000000000000a",
      created: 1_700_000_000,
    });
  });

  it("ends its answer with notes, if there are any", () => {
    expect(contentOf(open().answer(claudeMessage("hello")))).toEqual(["hello"]);
    const { answer } = open({ notes: ["one", "two"] });
    expect(contentOf(answer(claudeMessage("hello")))).toEqual(["hello\n\none\ntwo"]);
  });

  it.each([
    ["?alt=sse", "data: "],
    ["?key=k&alt=sse", "data: "],
    ["", "[{"],
    ["?alt=json", "[{"],
    ["?alt=sse2", "[{"],
  ])("of Gemini streams as the query says: %s", (query, start) => {
    const { stream, response } = open({
      path: `/v1beta/models/g:streamGenerateContent${query}`,
      body: gemini,
    });
    expect(response).toBeInstanceOf(MappedStream);
    expect(stream().startsWith(start)).toBe(true);
  });

  it("of another dialect streams events", () => {
    const { stream } = open({ body: { ...chat, stream: true } });
    expect(stream().startsWith("data: {")).toBe(true);
  });

  it("emulates JSON, and says so in the warnings of its receipt", () => {
    const body = { ...chat, response_format: { type: "json_object" } };
    const { answer, response } = open({ body, engine: fakeEngine("e", "claude", { provider: "anthropic" }) });
    expect(contentOf(answer(claudeMessage('```json\n{"a":1}\n```')))).toEqual(['{"a":1}']);
    expect(response.facts().warnings).toEqual(expect.any(Array));
  });
});

describe("the rounds of a mapped call", () => {
  const body = { ...chat, response_format: { type: "json_object" } };
  const limits = { ...testContext({ engines: [] }).limits };

  /** How often an answer that is no JSON is asked for again. */
  function repairs(headers: readonly string[], repairJson?: boolean): number {
    const engine = fakeEngine("e", "claude", { provider: "anthropic" });
    const more = { limits: { ...limits, ...(repairJson === undefined ? {} : { repairJson }) } };
    const { response, owner } = open({ body, headers, engine, more });
    response.onHead(200, ["content-type", "application/json"]);
    response.onData(bodyOf(claudeMessage("no JSON at all")));
    response.onEnd();
    return owner.isFinished ? 0 : 1;
  }

  it("repair JSON if the configuration or the caller asks for it, and the caller decides", () => {
    expect([repairs([]), repairs([], false), repairs([], true)]).toEqual([0, 0, 1]);
    const [once, never] = [
      ["x-abp-repair", "once"],
      ["x-abp-repair", "never"],
    ] as const;
    expect([repairs(once), repairs(once, false), repairs(never, true)]).toEqual([1, 1, 0]);
  });
});

describe("the translation of a request for an engine", () => {
  it("has the model of its target, and that of the request otherwise", () => {
    expect(translateAttempt(questionOf({ model: "n" })).request.body).toMatchObject({ model: "n" });
    expect(translateAttempt(questionOf({})).request.body).toMatchObject({ model: "m" });
    const path = "/v1beta/models/g:generateContent";
    expect(translateAttempt(questionOf({ path, body: gemini })).request.body).toMatchObject({ model: "g" });
  });

  it("learns from the evidence of its engine for the time of the configuration", () => {
    const question = questionOf({});
    const evidence = evidenceOf(question);
    expect(evidence.store).toBe(question.ledger.evidence);
    expect([evidence.ttlMs, evidence.now()]).toEqual([3_600_000, NOW]);
  });

  it("searches by the gateway if that is on for the engine and the caller", () => {
    const path = "/v1/messages";
    const body = claudeSearch();
    const engine = fakeEngine("e", "openai");
    const searching = searchingWith(fakeSearch());
    const found = translateAttempt(questionOf({ path, body, engine, more: { searching } }));
    expect(found.search).toBeDefined();
    const off = { ...searching, isOnFor: () => false };
    const asked: string[][] = [];
    const noted = {
      ...searching,
      isOnFor: (...names: string[]) => {
        asked.push(names);
        return true;
      },
    };
    const refused = expect.objectContaining({ code: "mapping_unmappable_tool" });
    for (const more of [{ searching: off }, {}])
      expect(() => translateAttempt(questionOf({ path, body, engine, more }))).toThrow(refused);
    translateAttempt(questionOf({ path, body, engine, more: { searching: noted } }));
    expect(asked).toEqual([["e", "dev"]]);
  });

  it("names the other engines that would take it, if the caller may use them with a key of the gateway", () => {
    const engine = fakeEngine("e", "openai");
    const engines = [
      engine,
      fakeEngine("a", "claude", { models: ["m"] }),
      fakeEngine("b", "claude", { models: ["m"] }),
      fakeEngine("c", "claude", { models: ["m"], usesCallerKey: true }),
      fakeEngine("d", "claude", { models: ["m"] }),
    ];
    const options = { path: "/v1/messages", body: claudeSearch(), engine, engines };
    const alternatives = (mayUse: (name: string) => boolean) => {
      try {
        return translateAttempt(questionOf({ ...options, mayUse }));
      } catch (error) {
        return (error as { details: Record<string, unknown> }).details["available_alternatives"];
      }
    };
    expect(alternatives((name) => name !== "b")).toEqual(["a", "d"]);
    expect(alternatives((name) => name === "e" || name === "c")).toBeUndefined();
  });
});

describe("what an answer repeats", () => {
  const path = "/v1/responses";
  const body = { model: "m", input: "more", instructions: "be short", previous_response_id: "resp_1" };
  const echoed = (repeats: Record<string, unknown> | undefined, expanded?: Record<string, unknown>) => {
    const question = questionOf({ path, body });
    Object.assign(question.request.admission, { repeats });
    if (expanded !== undefined) question.request.expand(expanded);
    const response = openMapped(question, translateAttempt(question));
    response.onHead(200, ["content-type", "application/json"]);
    response.onData(bodyOf(claudeMessage("hello")));
    response.onEnd();
    return question.owner.json;
  };

  it("is what the caller sent, and what the connection took out", () => {
    const expanded = { model: "m", input: [{ role: "user", content: "first" }], instructions: "be short" };
    expect(echoed(undefined, expanded)).toMatchObject({
      instructions: "be short",
      previous_response_id: "resp_1",
    });
    expect(echoed({ previous_response_id: "resp_0" }, expanded)).toMatchObject({
      instructions: "be short",
      previous_response_id: "resp_0",
    });
  });
});
