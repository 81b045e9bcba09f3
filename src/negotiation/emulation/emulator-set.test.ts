import { describe, expect, it } from "vitest";
import { buildWorkOrder } from "../../contract/index.ts";
import { capabilityIds } from "../catalogue/capabilities.ts";
import {
  configureEmulators,
  defaultEmulators,
  emulatableCapabilities,
  emulatableCapability,
  findStrategyFault,
} from "./emulator-set.ts";
import { emulators } from "./emulators.ts";
import { applyPlan } from "./engine.ts";
import { conversationOf, replyOf, text } from "./fixtures/stream.ts";
import { prepareOrder } from "./order/order-emulators.ts";
import type { EmulationStrategy } from "./strategy.ts";

const prompted = (prompt: string): EmulationStrategy => ({ type: "system_prompt_injection", prompt });
const setOf = (...entries: readonly [string, EmulationStrategy][]) => configureEmulators(new Map(entries));
const schema = { type: "object", required: ["a"] };

describe("the emulators in use", () => {
  it("are the default ones without configuration", () => {
    expect(defaultEmulators.calls).toEqual(emulators);
    expect([defaultEmulators.key, defaultEmulators.renamed.size]).toEqual(["", 0]);
    expect(defaultEmulators.ids).toEqual(emulators.map(({ id }) => id));
    expect([...defaultEmulators.disabled.keys()]).toContain("code_execution");
  });

  it("leave out every emulator of a capability that is disabled, for calls and orders, and keep the reason", () => {
    const set = setOf(["reasoning", { type: "disabled", reason: "no" }]);
    for (const list of [set.calls, set.orders])
      expect(list.filter(({ capability }) => capability === "extended_thinking")).toEqual([]);
    expect(set.calls).toHaveLength(emulators.length - 2);
    expect(set.disabled.get("extended_thinking")).toBe("no");
    expect(set.find("extended_thinking.prompt")).toBeUndefined();
    expect(set.ids).not.toContain("extended_thinking.prompt");
  });

  it("differ in their key as they differ in what they do", () => {
    const keys = [
      setOf(["json_mode", prompted("a")]),
      setOf(["json_mode", prompted("b")]),
      setOf(["json_mode", { type: "disabled", reason: "a" }]),
    ].map(({ key }) => key);
    expect(new Set([...keys, ""]).size).toBe(4);
    expect(setOf(["json_object", prompted("a")]).key).toBe(keys[0]);
  });

  it("find a replaced emulator by the default id that feature tables name", () => {
    const set = setOf(["structured_output", { type: "post_processing", detail: "Check" }]);
    const found = set.find("structured_output_json_schema.instruct");
    expect(found).toMatchObject({
      id: "structured_output_json_schema.validate",
      strategy: { type: "post_processing", detail: "Check" },
    });
    expect(set.ids).toEqual(expect.arrayContaining(["structured_output_json_schema.instruct", found!.id]));
    expect(set.renamed).toEqual(new Map([["structured_output_json_schema.instruct", found!.id]]));
  });

  it("tell the model what is configured, in front of the schema, and still check the reply", () => {
    const set = setOf(["structured_output", prompted("Only JSON, please.")]);
    const id = "structured_output_json_schema.instruct";
    const conversation = conversationOf({ output: { kind: "json_schema", schema } });
    const plan = [{ capability: "structured_output_json_schema", emulator: id }];
    const emulation = applyPlan(plan, conversation, set);
    const told = `Only JSON, please.\nIt must be valid against this JSON Schema:\n${JSON.stringify(schema)}`;
    expect(emulation.request.system).toEqual([text(told)]);
    expect(emulation.active[0]?.strategy).toEqual(prompted("Only JSON, please."));
    expect(() => emulation.finish(replyOf([text("{}")]))).toThrow("not the JSON");
    expect(emulation.finish(replyOf([text('x {"a":1}')])).reply.candidates[0]?.content).toEqual([
      text('{"a":1}'),
    ]);
  });

  it("ask for a summary and describe tools with the configured words", () => {
    const set = setOf(["compaction", prompted("Sum up.")], ["tool_use", prompted("Call so.")]);
    const trigger = { type: "opaque", dialect: "x", kind: "compaction_trigger", value: {} } as const;
    const asked = applyPlan(
      [{ capability: "compaction", emulator: "compaction.summarise" }],
      conversationOf({ messages: [{ role: "user", content: [text("hi"), trigger] }] }),
      set,
    );
    expect(asked.request.messages.at(-1)?.content).toEqual([text("Sum up.")]);
    const tools = applyPlan(
      [{ capability: "tool_use", emulator: "tool_use.protocol" }],
      conversationOf({ tools: [{ kind: "function", name: "read", parameters: {} }] }),
      set,
    );
    expect(tools.request.tools).toEqual([]);
    expect(JSON.stringify(tools.request.system)).toMatch(/Call so\.\\nThese are the tools:.*read/);
  });

  it("ask for a required call with the configured words, and keep one call by a configured strategy", () => {
    const tool = { kind: "function", name: "read", parameters: {} } as const;
    const cut: EmulationStrategy = { type: "post_processing", detail: "Keep one" };
    const set = setOf(["tool_choice", prompted("Call now.")], ["parallel_tool_calls", cut]);
    const forced = applyPlan(
      [{ capability: "tool_choice", emulator: "tool_choice.prompt" }],
      conversationOf({ tools: [tool], toolChoice: { mode: "required" } }),
      set,
    );
    expect([forced.request.toolChoice, forced.request.system]).toEqual([undefined, [text("Call now.")]]);
    expect(forced.report.applied.map(({ strategy }) => strategy)).toEqual([prompted("Call now.")]);
    const single = applyPlan(
      [{ capability: "parallel_tool_calls", emulator: "parallel_tool_calls.first" }],
      conversationOf({ tools: [tool], parallelToolCalls: false }),
      set,
    );
    expect(single.report.applied).toEqual([{ capability: "parallel_tool_calls", strategy: cut }]);
    const call = (id: string) =>
      ({ type: "tool_use", id, name: "read", kind: "function", input: {} }) as const;
    const { reply } = single.finish(replyOf([text("x"), call("a"), call("b")]));
    expect(reply.candidates[0]?.content).toEqual([text("x"), call("a")]);
  });

  it("withhold from the engine what a prompt stands for", () => {
    const set = setOf(["stop_sequences", prompted("Stop early.")]);
    const emulation = applyPlan(
      [{ capability: "stop_sequences", emulator: "stop_sequences.truncate" }],
      conversationOf({ stop: ["END"] }),
      set,
    );
    expect([emulation.request.stop, emulation.request.system]).toEqual([[], [text("Stop early.")]]);
    expect(emulation.active.map(({ id, fidelity }) => [id, fidelity])).toEqual([
      ["stop_sequences.prompt", "major"],
    ]);
  });

  it("change an order by what is configured", () => {
    const order = buildWorkOrder("o", "task", { outputSchema: schema });
    const set = setOf(
      ["structured_output", { type: "post_processing", detail: "Check" }],
      ["extended_thinking", prompted("Think hard.")],
      ["code_execution", prompted("Simulate it.")],
      ["stop_sequences", { type: "post_processing", detail: "Cut" }],
    );
    const plan = set.orders
      .filter(({ needsUser }) => needsUser !== true)
      .map(({ id, capability, fidelity }) => ({ capability, emulator: id, fidelity }));
    const prepared = prepareOrder(order, plan, set.orders);
    expect(prepared.order.context.snippets).toEqual([
      { name: "thinking", content: "Think hard." },
      { name: "code_execution", content: "Simulate it." },
    ]);
    expect(prepared.applied).toEqual([
      {
        capability: "structured_output_json_schema",
        emulator: "order.json_schema",
        fidelity: "minor",
        strategy: { type: "post_processing", detail: "Check" },
      },
      {
        capability: "extended_thinking",
        emulator: "order.thinking",
        fidelity: "minor",
        strategy: prompted("Think hard."),
      },
      {
        capability: "code_execution",
        emulator: "order.code_execution",
        fidelity: "major",
        strategy: prompted("Simulate it."),
      },
    ]);
    expect(set.disabled.has("code_execution")).toBe(false);
  });
});

describe("the strategies that can be configured", () => {
  it("are those that something carries out", () => {
    const able = capabilityIds.filter((id) => findStrategyFault(id, "post_processing") === undefined);
    expect(able.toSorted()).toEqual(["json_mode", "stop_sequences", "structured_output_json_schema"]);
    const content = capabilityIds.filter(
      (id) => findStrategyFault(id, "system_prompt_injection") !== undefined,
    );
    expect(content.toSorted()).toEqual([
      "audio",
      "image_input",
      "mcp_client",
      "pdf_input",
      "session_fork",
      "session_resume",
      "vision",
    ]);
    for (const id of capabilityIds) expect(findStrategyFault(id, "disabled")).toBeUndefined();
  });
});

describe("a capability that a strategy can be configured for", () => {
  it("is found by any of its names, also if it is known from an emulator alone", () => {
    expect(emulatableCapability("reasoning")).toBe("extended_thinking");
    expect(emulatableCapability("nonsense")).toBeUndefined();
    const own = emulators.map(({ capability }) => capability);
    for (const id of [...capabilityIds, ...own]) expect(emulatableCapability(id)).toBe(id);
    expect(emulatableCapabilities).toEqual([...new Set([...capabilityIds, ...own])]);
  });
});
