import { expect, it } from "vitest";
import { buildWorkOrder } from "../../../contract/index.ts";
import { ANSWER_PROMPT, orderEmulators, prepareOrder } from "./order-emulators.ts";

const schema = { type: "object", required: ["a"] };
const order = buildWorkOrder("o", "task", {
  outputSchema: schema,
  context: { snippets: [{ name: "first", content: "1" }] },
});
const step = (id: string) => {
  const { capability, fidelity } = orderEmulators.find((emulator) => emulator.id === id)!;
  return { capability, emulator: id, fidelity };
};

it("an order without a plan stays as it is", () => {
  expect(prepareOrder(order, [])).toEqual({ order, applied: [] });
  expect(prepareOrder(order, [{ capability: "x", emulator: "unknown", fidelity: "minor" }]).order).toBe(
    order,
  );
});

it("a schema is added to what the agent reads, and the receipt gets the strategy with its text", () => {
  const prepared = prepareOrder(order, [step("order.json_schema")]);
  expect(prepared.order.context.snippets).toEqual([
    { name: "first", content: "1" },
    { name: "answer", content: `${ANSWER_PROMPT}\n{"type":"object","required":["a"]}` },
  ]);
  expect(prepared.applied).toEqual([
    {
      capability: "structured_output_json_schema",
      emulator: "order.json_schema",
      fidelity: "minor",
      strategy: { type: "system_prompt_injection", prompt: ANSWER_PROMPT },
    },
  ]);
  expect(order.context.snippets).toHaveLength(1);
});

it("thinking is asked for, and each emulator is applied once", () => {
  const plan = [step("order.thinking"), step("order.thinking"), step("order.json_schema")];
  const { order: prepared, applied } = prepareOrder(order, plan);
  expect(prepared.context.snippets.map(({ name }) => name)).toEqual(["first", "thinking", "answer"]);
  expect(applied.map(({ emulator }) => emulator)).toEqual(["order.thinking", "order.json_schema"]);
});

it("an agent with a user reads how to ask questions", () => {
  const asking = orderEmulators.find(({ needsUser }) => needsUser === true)!;
  const prepared = prepareOrder(order, [step(asking.id)]);
  const { prompt } = asking.strategy as { prompt: string };
  expect([asking.capability, asking.fidelity]).toEqual(["tool_ask_user", "major"]);
  expect(prepared.order.context.snippets).toEqual([
    { name: "first", content: "1" },
    { name: "questions", content: prompt },
  ]);
  expect(prepared.applied.map(({ strategy }) => strategy)).toEqual([
    { type: "system_prompt_injection", prompt },
  ]);
});
