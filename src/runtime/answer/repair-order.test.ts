import { describe, expect, it } from "vitest";
import { buildWorkOrder } from "../../contract/index.ts";
import { canBeCorrectedByAnother, repairOrder } from "./repair-order.ts";

const schema = { type: "object" };
const order = {
  ...buildWorkOrder("01890a5d-ac96-774b-bcce-b302099a8057", "do it"),
  output_schema: schema,
  context: { files: ["a"], snippets: [] },
  resume: { run_id: "r0", session: "s0" },
};
const broken = (text: string, count = 1) => ({
  text,
  errors: Array.from({ length: count }, (_, index) => ({
    path: index === 0 ? "" : `/${index}`,
    message: "is wrong",
  })),
});

describe("the order that asks for an answer once more", () => {
  it("goes on with the conversation, names at most 20 faults and has no other context", () => {
    const made = repairOrder(order, broken("{}", 30), { run_id: "r1", session: "s1" });
    const { task, ...rest } = made;
    const lines = task.split("\n");
    expect(lines[0]).toBe("Your answer is not the JSON value that was asked for:");
    expect(lines.slice(1, 3)).toEqual(["- the answer: is wrong", "- /1: is wrong"]);
    expect(lines.filter((line) => line.startsWith("- "))).toHaveLength(20);
    expect(lines.at(-1)).toBe(JSON.stringify(schema));
    const { task: _, ...same } = order;
    expect(rest).toEqual({
      ...same,
      context: { files: [], snippets: [] },
      resume: { run_id: "r1", session: "s1" },
    });
  });

  it("shows task and answer to another session, which continues nothing", () => {
    const made = repairOrder(order, broken('{"a":1}'), undefined);
    expect(made.task.split("\n").slice(0, 7)).toEqual([
      "Another agent has done this task:",
      "do it",
      "",
      "Its answer was:",
      '{"a":1}',
      "",
      "The answer is not the JSON value that was asked for:",
    ]);
    expect(made).not.toHaveProperty("resume");
  });
});

it.each([
  ['{"a":1}', true],
  ["words", false],
  [`"${"x".repeat(99_998)}"`, true],
  [`"${"x".repeat(99_999)}"`, false],
])("another agent can correct an answer with JSON of at most 100,000 characters (%#)", (text, isPossible) => {
  expect(canBeCorrectedByAnother(broken(text))).toBe(isPossible);
});
