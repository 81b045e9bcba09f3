import { describe, expect, it } from "vitest";
import { buildWorkOrder, type WorkOrder } from "../../contract/index.ts";
import { emptyReport, endWith, failureOf, type RunEnd } from "../ending/run-end.ts";
import { repairAnswer } from "./answer-repair.ts";
import { canBeCorrectedByAnother, repairOrder } from "./repair-order.ts";

const outputSchema = { type: "object", properties: { a: { type: "number" } }, required: ["a"] };
const id = "00000000-0000-4000-8000-000000000001";
const order = buildWorkOrder(id, "Do it.", { context: { files: ["f"] }, outputSchema });
const ended = (more: object = {}): RunEnd => ({
  report: { ...emptyReport, outcome: "complete", session: "s", ...more },
  termination: { reason: "completed" },
  error: undefined,
});

/** Repairs the answer of a run whose turns end with these messages. */
async function run(
  messages: readonly string[],
  more: object = {},
  ends: readonly (RunEnd | undefined)[] = [],
) {
  const rest = [...messages];
  const orders: WorkOrder[] = [];
  const rounds: object[] = [];
  const { end, repair } = await repairAnswer(ended(), order, {
    runId: "r",
    rounds: 2,
    canResume: true,
    hasTurnLeft: () => true,
    lastMessage: () => rest[0] ?? "",
    onRepair: ({ errors, ...round }) => {
      expect(errors.length).toBeGreaterThan(0);
      rounds.push(round);
    },
    takeTurn: async (next) => {
      orders.push(next);
      rest.shift();
      return ends.length === 0 ? ended() : ends[orders.length - 1];
    },
    ...more,
  });
  return { end, repair, orders, rounds, answer: end.report.structuredOutput };
}
const label = (detail: string) => ({
  capability: "structured_output_json_schema",
  emulator: "order.repair",
  fidelity: "minor",
  strategy: { type: "post_processing", detail: `Ask for the answer once more, with its faults: ${detail}` },
});

describe("the repair of an answer", () => {
  it("is not needed for one that satisfies the schema", async () => {
    const { answer, repair, orders } = await run(['{"a":1}']);
    expect([answer, repair, orders]).toEqual([{ a: 1 }, undefined, []]);
  });

  it("asks again in the same conversation, as often as it may", async () => {
    const once = await run(["no", '{"a":1}']);
    expect([once.answer, once.repair]).toEqual([{ a: 1 }, label("1 round in the same session")]);
    expect(once.rounds).toEqual([{ round: 1, of: 2, inSession: true }]);
    expect(once.orders[0]).toMatchObject({ resume: { run_id: "r", session: "s" } });
    const twice = await run(["no", "no", '{"a":1}']);
    expect([twice.answer, twice.repair]).toEqual([{ a: 1 }, label("2 rounds in the same session")]);
    const never = await run(["no", "no", "no", '{"a":1}']);
    expect(never.orders).toHaveLength(2);
    expect([never.end.error?.code, never.repair]).toEqual([
      "capability_emulation_failed",
      label("2 rounds in the same session"),
    ]);
  });

  it("asks in a new conversation if the old one cannot go on and there is an answer to correct", async () => {
    const cannot = await run(['{"a":"x"}', '{"a":1}'], { canResume: false });
    expect([cannot.answer, cannot.repair]).toEqual([{ a: 1 }, label("1 round in a new session")]);
    expect(cannot.rounds).toEqual([{ round: 1, of: 2, inSession: false }]);
    expect(cannot.orders[0]).not.toHaveProperty("resume");
    const lost = await run(["no", '{"a":"x"}', '{"a":1}'], {}, [ended({ session: undefined }), ended()]);
    expect([lost.answer, lost.repair]).toEqual([{ a: 1 }, label("2 rounds in a new session")]);
    expect(lost.orders[1]).not.toHaveProperty("resume");
    const { end, repair, orders } = await run(["no", '{"a":1}'], { canResume: false });
    expect([end.error?.code, repair, orders]).toEqual(["capability_emulation_failed", undefined, []]);
  });

  it("ends without another turn", async () => {
    for (const more of [{ hasTurnLeft: () => false }, { rounds: 0 }]) {
      const { end, repair, rounds } = await run(["no"], more);
      expect([end.error?.code, repair, rounds]).toEqual(["capability_emulation_failed", undefined, []]);
    }
    const gone = await run(["no"], {}, [undefined]);
    expect([gone.end.error?.code, gone.repair]).toEqual([
      "capability_emulation_failed",
      label("1 round in the same session"),
    ]);
  });

  it("ends with a turn that fails, or is not finished", async () => {
    const failed = endWith(failureOf(new Error("x")), "failed");
    expect((await run(["no"], {}, [failed])).end).toBe(failed);
    const partial = await run(["no", '{"a":1}'], {}, [ended({ outcome: "partial", session: "t" })]);
    expect(partial.end).toMatchObject({
      error: { code: "capability_emulation_failed" },
      report: { outcome: "partial", session: "t" },
    });
  });
});

describe("the order that asks for an answer again", () => {
  const errors = Array.from({ length: 21 }, (_, index) => ({
    path: index === 0 ? "" : `/${index}`,
    message: "bad",
  }));
  const given = { ...order, resume: { run_id: "old", session: "old" } };
  const request = [
    "is not the JSON value that was asked for:",
    "- the answer: bad",
    ...Array.from({ length: 19 }, (_, index) => `- /${index + 1}: bad`),
    "The work is done: change no files. Reply with one message that is the corrected JSON value alone: no other text, no code fence. It must satisfy this JSON Schema:",
    JSON.stringify(outputSchema),
  ].join("\n");
  const common = { ...order, context: { files: [], snippets: [] } };

  it("names the first twenty faults", () => {
    const session = { run_id: "r", session: "s" };
    expect(repairOrder(given, { text: "t", errors } as never, session)).toEqual({
      ...common,
      task: `Your answer ${request}`,
      resume: session,
    });
  });

  it("shows the task and the answer to another agent", () => {
    expect(repairOrder(given, { text: "t", errors } as never, undefined)).toEqual({
      ...common,
      task: `Another agent has done this task:\nDo it.\n\nIts answer was:\nt\n\nThe answer ${request}`,
    });
  });

  it("is for another agent only if there is JSON in the answer, and not too much", () => {
    const can = (text: string) => canBeCorrectedByAnother({ text, errors: [] });
    const long = (length: number) => `"${"x".repeat(length - 2)}"`;
    expect([can("no"), can('{"a":"x"}'), can(long(100_000)), can(long(100_001))]).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});
