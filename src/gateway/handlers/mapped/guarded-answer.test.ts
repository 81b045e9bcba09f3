import { describe, expect, test } from "vitest";
import { AbpError } from "../../../contract/index.ts";
import { findDialect, type NamedTool } from "../../../dialects/index.ts";
import { AnswerGuard } from "../../enforcement/answer-guard.ts";
import type { CallVerdict } from "../../enforcement/call-judge.ts";
import { type MappedCallOptions, mappedCall } from "../../fixtures/mapped-call.ts";
import { ARGUMENT, replyOf, writeAnswer } from "../../fixtures/policed-call.ts";
import { RecordingOwner } from "../../fixtures/recording-owner.ts";
import { MappedResponse } from "./mapped-response.ts";
import { MappedStream } from "./mapped-stream.ts";

const claude = findDialect("claude");
const denial = new AbpError("policy_denied", "no", { where: "answer" });
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A guard that asks for every tool call, or denies it at once. */
function guarded(verdict?: CallVerdict) {
  const questions: { name: string; answer: (error: AbpError | undefined) => void }[] = [];
  const judgeAnswer = ({ name }: NamedTool): CallVerdict => {
    if (verdict !== undefined) return verdict;
    const { promise, resolve } = Promise.withResolvers<AbpError | undefined>();
    questions.push({ name, answer: resolve });
    return promise;
  };
  return { guard: new AnswerGuard({ judgeAnswer }, undefined), questions };
}

function optionsFor(guard: AnswerGuard, streams: boolean): MappedCallOptions {
  return { guard, body: { model: "m", stream: streams, messages: [{ role: "user", content: "hi" }] } };
}

function openStream(verdict?: CallVerdict) {
  const { guard, questions } = guarded(verdict);
  const owner = new RecordingOwner();
  const call = mappedCall(owner, optionsFor(guard, true));
  const response = new MappedStream({ ...call, reply: { ...call.reply, rewriter: guard } });
  response.onHead(200, ["content-type", "text/event-stream"]);
  const events = writeAnswer(claude, replyOf("Bash", "Read"), true).split(/(?<=\n\n)/);
  const first = events.findIndex((event) => event.includes('"tool_use"'));
  const push = (part: readonly string[]) => response.onData(Buffer.from(part.join("")));
  return {
    owner,
    response,
    questions,
    guard,
    push,
    before: events.slice(0, first),
    after: events.slice(first),
  };
}

describe("a stream with a tool call", () => {
  test("ends with an error once a call is denied, without any argument", () => {
    const { owner, response, push, before, after } = openStream(denial);
    owner.canFallBack = true;
    owner.takesOver = true;
    push(before);
    expect(owner.text).toContain("Let me see.");
    push(after);
    push(after);
    response.onEnd();
    expect(owner.text).not.toContain(ARGUMENT);
    expect(owner.text).toContain("E005 at answer: no.");
    expect([owner.error, owner.log.filter((one) => one === "fallBack")]).toEqual([denial, []]);
    expect(owner.log.slice(-2)).toEqual(["end", "finished"]);
  });

  test("is an error with a status if nothing was sent before", () => {
    const { owner, push, before, after } = openStream(denial);
    owner.canFallBack = true;
    owner.takesOver = true;
    push([before[0]!, ...after]);
    expect([owner.log, owner.error]).toEqual([["finished"], denial]);
  });

  test("pauses the engine while an approval is open, and resumes it afterwards", async () => {
    const { owner, response, questions, push, before, after } = openStream();
    expect(push(before)).toBe(true);
    expect(push(after.slice(0, 2))).toBe(false);
    expect(questions.map(({ name }) => name)).toEqual(["Bash"]);
    questions[0]?.answer(undefined);
    await settled();
    expect(owner.log.at(-1)).toBe("resume");
    expect(owner.text).toContain(ARGUMENT.slice(0, 2));
    push(after.slice(2));
    expect(questions.map(({ name }) => name)).toEqual(["Bash", "Read"]);
    response.onEnd();
    expect(owner.isFinished).toBe(false);
    questions[1]?.answer(undefined);
    await settled();
    expect([owner.error, owner.log.slice(-2)]).toEqual([undefined, ["end", "finished"]]);
    expect(owner.text).toContain('"finish_reason":"tool_calls"');
    expect(owner.text.trimEnd().endsWith("data: [DONE]")).toBe(true);
  });

  test("ends with an error if the approval is not given", async () => {
    const { owner, response, questions, push, before, after } = openStream();
    push([...before, ...after]);
    response.onEnd();
    questions[0]?.answer(denial);
    await settled();
    expect([owner.error, owner.text.includes(ARGUMENT)]).toEqual([denial, false]);
    expect(owner.text).not.toContain('finish_reason":"tool_calls');
  });

  test("an engine that fails meanwhile ends the answer, and the approval comes too late", async () => {
    const { owner, response, questions, push, before, after } = openStream();
    push([...before, ...after]);
    const broken = new AbpError("backend_unavailable", "gone");
    response.onFailure(broken);
    const { length } = owner.log;
    questions[0]?.answer(undefined);
    await settled();
    expect([owner.error, owner.log.length, owner.text.includes(ARGUMENT)]).toEqual([broken, length, false]);
  });

  test("a caller that left meanwhile gets nothing more", async () => {
    const { owner, response, questions, push, before, after } = openStream();
    push([...before, ...after]);
    const { length } = owner.log;
    response.release();
    questions[0]?.answer(undefined);
    await settled();
    expect(owner.log).toHaveLength(length);
  });
});

describe("a whole answer with a tool call", () => {
  function openWhole(verdict?: CallVerdict) {
    const { guard, questions } = guarded(verdict);
    const owner = new RecordingOwner();
    owner.canFallBack = true;
    owner.takesOver = true;
    const call = mappedCall(owner, optionsFor(guard, false));
    const reply = { ...call.reply, rewriter: guard, finish: guard.inspect.bind(guard) };
    const response = new MappedResponse({ ...call, reply });
    response.onHead(200, ["content-type", "application/json"]);
    response.onData(Buffer.from(writeAnswer(claude, replyOf("Bash"), false)));
    response.onEnd();
    return { owner, response, questions };
  }

  test("is refused once a call is denied, and no other engine takes over", () => {
    const { owner, response } = openWhole(denial);
    expect([owner.log, owner.error]).toEqual([["finished"], denial]);
    expect(response.facts()).toMatchObject({ observed: { usage: { output: 2 } }, response: undefined });
  });

  test("waits for the approval", async () => {
    const { owner, questions } = openWhole();
    expect(owner.log).toEqual([]);
    questions[0]?.answer(undefined);
    await settled();
    expect([owner.log, owner.error]).toEqual([["head", "end", "finished"], undefined]);
    expect(owner.text).toContain(ARGUMENT);
  });

  test("is refused if the approval is not given", async () => {
    const { owner, questions } = openWhole();
    questions[0]?.answer(denial);
    await settled();
    expect([owner.log, owner.error]).toEqual([["finished"], denial]);
  });

  test("a caller that left meanwhile gets nothing", async () => {
    const { owner, response, questions } = openWhole();
    response.release();
    questions[0]?.answer(undefined);
    await settled();
    expect(owner.log).toEqual([]);
  });
});
