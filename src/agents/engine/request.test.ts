import { describe, expect, it } from "vitest";
import { buildWorkOrder, type WorkOrderOptions } from "../../contract/index.ts";
import { callOf, DEFAULT_SYSTEM, orderMessage, userMessage } from "./request.ts";
import { engineTools, offeredTool } from "./tools.ts";

const orderOf = (options: WorkOrderOptions = {}) =>
  buildWorkOrder("00000000-0000-4000-8000-000000000001", "Do it.", options);
const frame = { system: undefined, tools: [], dialect: "kimi" };
const call = (options: WorkOrderOptions, more = {}) => callOf(orderOf(options), { ...frame, ...more })([]);

const bare = {
  model: "m",
  system: [{ type: "text", text: DEFAULT_SYSTEM }],
  tools: [],
  sampling: {},
  stop: [],
  stream: { enabled: true, usage: true },
  messages: [],
};

describe("a call of a model", () => {
  it("has the model of the order and our own instructions", () => {
    expect(call({ config: { model: "m" } })).toEqual(bare);
    expect(call({})).toEqual({ ...bare, model: "" });
  });

  it("has the instructions and tools of the run, and the messages so far", () => {
    const [tool] = engineTools;
    const messages = [userMessage("a")];
    const made = callOf(orderOf({ config: { model: "m" } }), {
      ...frame,
      system: "Be brief.",
      tools: [tool!],
    });
    expect(made(messages)).toEqual({
      ...bare,
      system: [{ type: "text", text: "Be brief." }],
      tools: [offeredTool(tool!)],
      messages: [{ role: "user", content: [{ type: "text", text: "a" }] }],
    });
    expect(made(messages).messages).not.toBe(messages);
  });

  it("has the options and the schema of the order, and the members of its own dialect", () => {
    const engine = { max_output_tokens: 7, temperature: 0, top_p: 0.5, reasoning_effort: "low", odd: 1 };
    const vendor = { engine, kimi: { a: 1 }, claude: { b: 1 } };
    const outputSchema = { type: "object" };
    expect(call({ config: { model: "m", vendor }, outputSchema })).toEqual({
      ...bare,
      sampling: { temperature: 0, topP: 0.5 },
      maxOutputTokens: 7,
      reasoning: { effort: "low" },
      output: { kind: "json_schema", name: "answer", schema: outputSchema },
      vendor: { kimi: { a: 1 } },
    });
    expect(call({ config: { model: "m", vendor: { engine: { top_p: 1 } } } }).sampling).toEqual({ topP: 1 });
  });

  it.each([
    { max_output_tokens: 0, temperature: 1 },
    { max_output_tokens: 1.5 },
    { temperature: "1" },
    { top_p: "1" },
    { reasoning_effort: 1 },
    "x",
    [],
  ])("leaves out options that are not valid: %j", (engine) => {
    expect(call({ config: { model: "m", vendor: { engine } } as never })).toEqual(bare);
  });

  it.each([null, "x", [1], 1])("leaves out members of its dialect that are no object: %j", (kimi) => {
    expect(call({ config: { model: "m", vendor: { kimi } } as never })).toEqual(bare);
  });
});

it("the first message is the task with its images", () => {
  const images = [{ media_type: "image/png", data: "AA==", name: "n" }];
  expect(orderMessage(orderOf())).toEqual(userMessage("Do it."));
  expect(orderMessage(orderOf({ context: { images } }))).toEqual({
    role: "user",
    content: [
      { type: "text", text: "Do it." },
      { type: "image", source: { kind: "base64", mediaType: "image/png", data: "AA==" } },
    ],
  });
});
