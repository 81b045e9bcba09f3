import { describe, expect, it } from "vitest";
import { buildWorkOrder } from "../../contract/index.ts";
import { emptyReport, endWith, failureOf, type RunEnd } from "../ending/run-end.ts";
import { answerQuestions } from "./answer-questions.ts";

const order = buildWorkOrder("00000000-0000-4000-8000-000000000001", "Do it.", { context: { files: ["a"] } });
const ended = (more: object = {}): RunEnd => ({
  report: { ...emptyReport, outcome: "complete", session: "s", ...more },
  termination: { reason: "completed" },
  error: undefined,
});

/** Answers the questions of turns that end with these messages. */
async function run(messages: readonly string[], more: object = {}, first = ended()) {
  const rest = [...messages];
  const asked: string[] = [];
  const orders: unknown[] = [];
  const warnings: string[] = [];
  const end = await answerQuestions(first, order, {
    runId: "r",
    lastMessage: () => rest[0] ?? "",
    hasTurnLeft: () => true,
    ask: async (question) => {
      asked.push(question);
      return question === "none?" ? undefined : `answer to ${question}`;
    },
    takeTurn: async (next) => {
      orders.push(next);
      rest.shift();
      return ended({ session: `s${orders.length}` });
    },
    warn: (message) => warnings.push(message),
    ...more,
  });
  return { end, asked, orders, warnings };
}
const question = (text: string) => `<question>${text}</question>`;
const next = (task: string, session: string) => ({
  ...order,
  task,
  context: { files: [], snippets: [] },
  resume: { run_id: "r", session },
});

describe("the questions of an agent", () => {
  it("are answered one after another, in the same conversation", async () => {
    const { end, asked, orders, warnings } = await run([question("a?"), question("none?"), "done"]);
    expect(asked).toEqual(["a?", "none?"]);
    expect(orders).toEqual([
      next("The user answers:\nanswer to a?", "s"),
      next("The user gave no answer. Decide yourself, and go on.", "s1"),
    ]);
    expect([end, warnings]).toEqual([ended({ session: "s2" }), []]);
  });

  it("are none in a run that failed, was not finished or says something else", async () => {
    const failed = endWith(failureOf(new Error("x")), "failed", ended().report);
    for (const first of [failed, ended({ outcome: "partial" })])
      expect((await run([question("a?")], {}, first)).end).toBe(first);
    const first = ended();
    expect((await run(["done"], {}, first)).end).toBe(first);
  });

  it("stay open without another turn or without a conversation", async () => {
    const message = "a question of the agent stays open: the run has no turn left";
    const partial = (end: RunEnd) => ({ ...end, report: { ...end.report, outcome: "partial" } });
    for (const [more, first] of [
      [{ hasTurnLeft: () => false }, ended()],
      [{}, ended({ session: undefined })],
    ] as const) {
      const { end, asked, warnings } = await run([question("a?")], more, first);
      expect([end, asked, warnings]).toEqual([partial(first), [], [message]]);
    }
  });

  it("are at most ten", async () => {
    const { end, asked, warnings } = await run(Array.from({ length: 11 }, () => question("a?")));
    expect([asked.length, end.report.outcome]).toEqual([10, "partial"]);
    expect(warnings).toEqual(["the agent asked more than 10 questions"]);
    expect((await run(Array.from({ length: 10 }, () => question("a?")))).warnings).toEqual([]);
  });

  it("fail the run if its conversation cannot be continued", async () => {
    const { end } = await run([question("a?")], { takeTurn: async () => undefined });
    expect(end).toMatchObject({
      error: {
        code: "capability_emulation_failed",
        message: "the agent asked the user a question, and its conversation could not be continued",
      },
      termination: { reason: "failed", code: "capability_emulation_failed" },
      report: { outcome: "complete", session: "s" },
    });
  });
});
