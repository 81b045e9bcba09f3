import { describe, expect, it } from "vitest";
import type { ListedModel } from "../catalogue/model-list.ts";
import { profile as copilot } from "../copilot/profile.ts";
import { profile as kimi } from "../kimi/profile.ts";
import { profile as openai } from "../openai/profile.ts";
import { readModels, readTokenCount, writeModel, writeModels, writeTokenCount } from "./models.ts";
import type { ChatProfile } from "./profile.ts";

const whole: ListedModel = { id: "m", name: "M", created: 5, owner: "o", contextWindow: 9, maxOutput: 3 };
const capabilities = (limits: object) => ({ capabilities: { type: "chat", limits } });

describe("models", () => {
  it.each<[ChatProfile, ListedModel, object]>([
    [openai, whole, { id: "m", object: "model", created: 5, owned_by: "o" }],
    [openai, { id: "m" }, { id: "m", object: "model", created: 0, owned_by: "openai" }],
    [kimi, whole, { id: "m", object: "model", created: 5, owned_by: "o", context_length: 9 }],
    [kimi, { id: "m" }, { id: "m", object: "model", created: 0, owned_by: "moonshot" }],
    [
      copilot,
      whole,
      {
        id: "m",
        object: "model",
        created: 5,
        vendor: "o",
        name: "M",
        ...capabilities({ max_context_window_tokens: 9, max_output_tokens: 3 }),
      },
    ],
    [
      copilot,
      { id: "m", maxOutput: 3 },
      {
        id: "m",
        object: "model",
        created: 0,
        vendor: "copilot",
        name: "m",
        ...capabilities({ max_output_tokens: 3 }),
      },
    ],
    [copilot, { id: "m" }, { id: "m", object: "model", created: 0, vendor: "copilot", name: "m" }],
  ])("of $id are written: %j", (profile, model, written) => {
    expect(writeModel(model, profile)).toStrictEqual(written);
    expect(writeModels([model], profile)).toStrictEqual({ object: "list", data: [written] });
  });

  it.each<[ChatProfile, object, ListedModel]>([
    [openai, { id: "m" }, { id: "m" }],
    [
      openai,
      { id: "m", name: "M", created: 5, owned_by: "o", vendor: "v", context_length: 9 },
      { id: "m", name: "M", created: 5, owner: "o", contextWindow: 9 },
    ],
    [
      copilot,
      {
        id: "m",
        vendor: "v",
        owned_by: "o",
        context_length: 1,
        ...capabilities({ max_context_window_tokens: 9, max_output_tokens: 3 }),
      },
      { id: "m", owner: "v", contextWindow: 9, maxOutput: 3 },
    ],
    [copilot, { id: "m", capabilities: "x" }, { id: "m" }],
    [copilot, { id: "m", capabilities: { limits: "x" } }, { id: "m" }],
  ])("of $id are read: %j", (profile, item, model) => {
    expect(readModels({ data: [item] }, profile)).toStrictEqual([model]);
  });

  it.each([
    [{}, "$.data is required"],
    [{ data: "x" }, "$.data is string, expected a list"],
    [{ data: [{}] }, "$.data[0].id is required"],
  ])("in %j are a fault", (body, message) => expect(() => readModels(body, openai)).toThrow(message));
});

describe("counts of tokens", () => {
  it.each<[ChatProfile, object]>([
    [openai, { input_tokens: 5 }],
    [kimi, { data: { total_tokens: 5 } }],
  ])("have the form of $id", (profile, body) => {
    expect(writeTokenCount(5, profile)).toStrictEqual(body);
    expect(readTokenCount(body, profile)).toBe(5);
  });

  it.each<[ChatProfile, object, string]>([
    [openai, {}, "$.input_tokens is required"],
    [kimi, {}, "$.data is required"],
    [kimi, { data: {} }, "$.data.total_tokens is required"],
  ])("of $id are required: %j", (profile, body, message) => {
    expect(() => readTokenCount(body, profile)).toThrow(message);
  });
});
