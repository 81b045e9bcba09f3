import { describe, expect, it } from "vitest";
import type { WorkOrderOptions } from "../contract/index.ts";
import { configureEmulators } from "../negotiation/index.ts";
import { FakeBackend, type FakeRun, report, say } from "./fixtures/fake-backend.ts";
import { finishRun, type TestRun } from "./fixtures/start-run.ts";
import type { UserQuestion } from "./questions/user.ts";

const requirements = [{ capability: "tool_ask_user", min_support: "emulated" }] as const;
const asking = (question: string) => `I looked.\n<question>${question}</question>\n`;

/** A backend that says the next text in each turn, and can continue its conversation. */
function saying(texts: readonly string[], capabilities: object = { session_resume: "native" }) {
  const orders: Parameters<FakeRun>[0]["workOrder"][] = [];
  const backend = new FakeBackend(async function* ({ workOrder }) {
    orders.push(workOrder);
    yield [say(texts[orders.length - 1] ?? "done")];
    return { ...report, session: "s-1", usage: { input_tokens: 1 } };
  });
  backend.facts = { ...backend.facts, capabilities: { ...backend.facts.capabilities, ...capabilities } };
  return { backend, orders };
}

function answering(...answers: readonly (string | undefined)[]) {
  const asked: UserQuestion[] = [];
  const user = {
    answer: async (question: UserQuestion) => {
      asked.push(question);
      return answers[asked.length - 1];
    },
  };
  return { asked, user };
}

const finish = (backend: FakeBackend, options: TestRun["options"] = {}, order: WorkOrderOptions = {}) =>
  finishRun(backend, { options, order: { requirements: [...requirements], ...order } });

describe("an agent that must be able to ask the user, and has no tool for it", () => {
  it("learns how to ask, its question is put to the user, and it goes on with the answer", async () => {
    const { backend, orders } = saying([asking("Red or blue?"), "It is blue."]);
    const { asked, user } = answering("blue");
    const { receipt, error, events, runId } = { ...(await finish(backend, { user })), runId: "" };
    expect([error, receipt.outcome, runId]).toEqual([undefined, "complete", ""]);
    expect(asked).toEqual([{ runId: receipt.meta.run_id, backend: "fake", text: "Red or blue?" }]);
    expect(orders[0]?.context.snippets).toEqual([
      { name: "questions", content: expect.stringContaining("<question>") },
    ]);
    expect(orders[1]).toMatchObject({
      task: "The user answers:\nblue",
      context: { files: [], snippets: [] },
      resume: { run_id: receipt.meta.run_id, session: "s-1" },
    });
    expect(receipt.negotiation?.emulations).toEqual([
      {
        capability: "tool_ask_user",
        emulator: "order.ask_user",
        fidelity: "major",
        strategy: {
          type: "system_prompt_injection",
          prompt: orders[0]?.context.snippets[0]?.content,
        },
      },
    ]);
    expect(events.flatMap(({ ext }) => ext?.["question"] ?? [])).toEqual([
      { text: "Red or blue?", answer: "blue" },
    ]);
    expect(receipt.usage.input_tokens).toBe(2);
  });

  it("learns that nobody answered, and is asked to decide", async () => {
    const { backend, orders } = saying([asking("Which?"), "done"]);
    const { user } = answering(undefined);
    const { error, events } = await finish(backend, { user });
    expect(error).toBeUndefined();
    expect(orders[1]?.task).toBe("The user gave no answer. Decide yourself, and go on.");
    expect(events.flatMap(({ ext }) => ext?.["question"] ?? [])).toEqual([{ text: "Which?", answer: null }]);
  });

  it("may ask ten times, and its eleventh question ends the run as partial", async () => {
    const { backend, orders } = saying(Array.from({ length: 20 }, (_, index) => asking(`Number ${index}?`)));
    const { asked, user } = answering(...Array.from({ length: 20 }, () => "go on"));
    const { receipt } = await finish(backend, { user });
    expect([asked.length, orders.length, receipt.outcome]).toEqual([10, 11, "partial"]);
    expect(receipt.observed?.["warnings"]).toContain("the agent asked more than 10 questions");
  });

  it("leaves its question open after the last turn, and is not complete then", async () => {
    const { backend, orders } = saying([asking("Which?")]);
    const { asked, user } = answering("this");
    const { receipt } = await finish(backend, { user }, { config: { max_turns: 1 } });
    expect([asked.length, orders.length, receipt.outcome]).toEqual([0, 1, "partial"]);
    expect(receipt.observed?.["warnings"]).toContain(
      "a question of the agent stays open: the run has no turn left",
    );
  });

  it("is not asked for its answer to a schema before its questions are answered", async () => {
    const outputSchema = { type: "object", required: ["a"] };
    const { backend, orders } = saying([asking("Which?"), '{"b":1}', '{"a":1}']);
    const { user } = answering("this");
    const { receipt, error } = await finish(backend, { user }, { outputSchema });
    expect([error, receipt.reported?.[0]?.["structured_output"]]).toEqual([undefined, { a: 1 }]);
    expect(orders).toHaveLength(3);
    expect(receipt.usage.input_tokens).toBe(3);
    expect(receipt.usage_raw).toEqual({ turns: [{}, {}, {}] });
  });

  it.each([
    ["nobody is there", {}, { session_resume: "native" }, "nobody is there to answer"],
    ["its conversation cannot go on", answering("x"), {}, "cannot continue its conversation"],
  ])("is refused before the start if %s", async (_, options, capabilities, words) => {
    const { backend, orders } = saying([], capabilities);
    const { error, receipt } = await finish(backend, options);
    expect([error?.code, receipt.termination?.reason, orders.length]).toEqual([
      "capability_unsupported",
      "refused",
      0,
    ]);
    expect(error?.message).toContain(words);
  });

  it("is refused if the configuration switches it off, and told in configured words", async () => {
    const { user } = answering("x");
    const off = configureEmulators(new Map([["ask_user", { type: "disabled", reason: "no questions" }]]));
    const { error } = await finish(saying([]).backend, { user, emulators: off });
    expect(error?.message).toContain("not emulated: no questions");
    const own = configureEmulators(
      new Map([
        ["tool_ask_user", { type: "system_prompt_injection", prompt: "Ask in <question>.</question>" }],
      ]),
    );
    const { backend, orders } = saying([asking("Which?")]);
    await finish(backend, { user, emulators: own });
    expect(orders[0]?.context.snippets[0]?.content).toBe("Ask in <question>.</question>");
    expect(orders).toHaveLength(2);
  });

  it("is not asked if the order does not need it: its words are its answer", async () => {
    const { backend, orders } = saying([asking("Which?")]);
    const { asked, user } = answering("x");
    await finishRun(backend, { options: { user } });
    expect([asked.length, orders.length]).toEqual([0, 1]);
  });

  it("waits for the user no longer than for an approval, and not after a cancellation", async () => {
    const { backend, orders } = saying([asking("Which?"), "done"]);
    const user = { answer: () => new Promise<string>(() => undefined) };
    const { error } = await finish(backend, { user, approvalTimeoutMs: 1 });
    expect([error, orders[1]?.task]).toEqual([
      undefined,
      "The user gave no answer. Decide yourself, and go on.",
    ]);
    const stop = new AbortController();
    const stopped = saying([asking("Which?")]);
    const cancelling = {
      answer: async () => {
        stop.abort("enough");
        return new Promise<string>(() => undefined);
      },
    };
    const ended = await finish(stopped.backend, { user: cancelling, signal: stop.signal });
    expect([ended.error?.code, stopped.orders.length]).toEqual(["run_cancelled", 1]);
  });
});
