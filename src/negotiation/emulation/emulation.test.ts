import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Conversation, Message, Reply } from "../../contract/index.ts";
import { capabilityIds } from "../catalogue/capabilities.ts";
import { defaultEmulators } from "./emulator-set.ts";
import { emulators } from "./emulators.ts";
import { applyEmulation, applyPlan, EmulationEngine } from "./engine.ts";
import { collapse, conversationOf, cutBy, replyOf, rewrite, streamOf, text } from "./fixtures/stream.ts";
import { hasUnemulatable, isEmpty } from "./report.ts";
import { canEmulate, defaultStrategy, type EmulationStrategy, TAGGED_THINKING_PROMPT } from "./strategy.ts";

const engine = EmulationEngine.withDefaults();
const schema = { type: "object", properties: { a: { type: "number" } }, required: ["a"] };
const everything: Partial<Conversation> = {
  system: [text("Be brief.")],
  tools: [{ kind: "function", name: "read", parameters: {} }],
  stop: ["END"],
  output: { kind: "json_schema", schema },
  reasoning: { mode: "on" },
};

const triggering: Message = {
  role: "assistant",
  content: [{ type: "opaque", dialect: "x", kind: "compaction_trigger", value: {} }],
};

describe("default strategies", () => {
  it("are those of the table", () => {
    expect(defaultStrategy("ExtendedThinking")).toEqual({
      type: "system_prompt_injection",
      prompt: "Think step by step before answering.",
    });
    expect(defaultStrategy("structured_output_json_schema")).toEqual({
      type: "post_processing",
      detail: "Parse and validate JSON from text response",
    });
    expect(defaultStrategy("code_execution")).toEqual({
      type: "disabled",
      reason: "Cannot safely emulate sandboxed code execution",
    });
    expect(defaultStrategy("Checkpointing")).toEqual({
      type: "disabled",
      reason: "No emulation available for Checkpointing",
    });
  });

  it("can emulate exactly the capabilities that have an emulator", () => {
    const provided = new Set(emulators.map(({ capability }) => capability));
    const known = [...provided].filter((capability) => capabilityIds.includes(capability));
    expect(capabilityIds.filter(canEmulate).toSorted()).toEqual(known.toSorted());
    for (const capability of provided) expect(canEmulate(capability)).toBe(true);
  });
});

describe("the emulators", () => {
  it("have ids of their own, by which a plan finds them", () => {
    expect(new Set(emulators.map(({ id }) => id)).size).toBe(emulators.length);
    for (const emulator of emulators) expect(defaultEmulators.find(emulator.id)).toBe(emulator);
    expect(defaultEmulators.find("nothing")).toBeUndefined();
  });

  it("report only their own capability", () => {
    for (const emulator of emulators) {
      const conversation = conversationOf({
        ...everything,
        ...(emulator.capability === "json_mode" ? { output: { kind: "json" as const } } : {}),
        ...(emulator.capability === "enum_output"
          ? { output: { kind: "enum" as const, values: ["yes"] } }
          : {}),
        ...(emulator.capability === "parallel_tool_calls" ? { parallelToolCalls: false } : {}),
        ...(emulator.capability === "tool_choice" ? { toolChoice: { mode: "required" as const } } : {}),
        ...(emulator.capability === "compaction" ? { messages: [triggering] } : {}),
      });
      const prepared = emulator.prepare(conversation)!;
      expect(prepared.applied.every(({ capability }) => capability === emulator.capability)).toBe(true);
    }
  });
});

describe("the engine", () => {
  it("reports in the JSON of the documents", () => {
    const { report } = engine.apply(["extended_thinking", "CodeExecution"], conversationOf());
    expect(JSON.parse(JSON.stringify(report))).toEqual({
      applied: [
        {
          capability: "extended_thinking",
          strategy: { type: "system_prompt_injection", prompt: "Think step by step before answering." },
        },
      ],
      warnings: ["Capability CodeExecution not emulated: Cannot safely emulate sandboxed code execution"],
    });
    expect(hasUnemulatable(report)).toBe(true);
    expect(isEmpty(report)).toBe(false);
  });

  it("is empty if nothing was asked, and if nothing that was asked is used", () => {
    expect(isEmpty(engine.apply([], conversationOf()).report)).toBe(true);
    const { report } = engine.apply(["stop_sequences", "tool_use", "structured_output"], conversationOf());
    expect(isEmpty(report)).toBe(true);
    expect(hasUnemulatable(report)).toBe(false);
  });

  it("takes overrides, under any name of a capability", () => {
    const prompt = "Simulate code execution step by step.";
    const strategy: EmulationStrategy = { type: "system_prompt_injection", prompt };
    const { conversation, report } = applyEmulation(
      new Map([["CodeExecution", strategy]]),
      ["code_execution"],
      conversationOf(),
    );
    expect(conversation.system).toEqual([text(prompt)]);
    expect(report).toEqual({ applied: [{ capability: "code_execution", strategy }], warnings: [] });
  });

  it("extracts thinking if the override asks for tags", () => {
    const config = new Map<string, EmulationStrategy>([
      ["reasoning", { type: "system_prompt_injection", prompt: TAGGED_THINKING_PROMPT }],
    ]);
    const emulation = applyEmulation(config, ["extended_thinking"], conversationOf());
    expect(emulation.report.applied.map(({ strategy }) => strategy.type)).toEqual([
      "system_prompt_injection",
      "post_processing",
    ]);
    const { reply } = emulation.finish(replyOf([text("<thinking>a</thinking>b")]));
    expect(reply.candidates[0]?.content).toEqual([{ type: "thinking", text: "a" }, text("b")]);
  });

  it("never reports a strategy that nothing carries out", () => {
    const config = new Map<string, EmulationStrategy>([
      ["vision", { type: "post_processing", detail: "Look at it" }],
      ["stop_sequences", { type: "disabled", reason: "Not wanted" }],
    ]);
    const { report } = applyEmulation(
      config,
      ["vision", "stop", "teleport"],
      conversationOf({ stop: ["x"] }),
    );
    expect(report).toEqual({
      applied: [],
      warnings: [
        "Capability Vision not emulated: No post_processing available for Vision",
        "Capability StopSequences not emulated: Not wanted",
        "Capability Teleport not emulated: No emulation available for Teleport",
      ],
    });
  });

  it("provides tools once, though they have two names", () => {
    const { report } = engine.apply(["tool_use", "function_calling", "tools"], conversationOf(everything));
    expect(report.applied.map(({ capability }) => capability)).toEqual(["tool_use", "tool_use"]);
  });

  it("keeps from the request what it provides itself", () => {
    const conversation = conversationOf(everything);
    const { request } = engine.apply(
      ["extended_thinking", "stop_sequences", "structured_output", "tool_use"],
      conversation,
    );
    expect(request.stop).toEqual([]);
    expect(request.tools).toEqual([]);
    expect(request).not.toHaveProperty("output");
    expect(request).not.toHaveProperty("reasoning");
    expect(engine.apply([], conversation).request).toEqual(conversation);
  });
});

describe("the reply", () => {
  it("is worked on in one order, whatever the order of what was asked", () => {
    const names = ["structured_output", "stop_sequences", "function_calling", "extended_thinking"];
    const config = new Map<string, EmulationStrategy>([
      ["extended_thinking", { type: "system_prompt_injection", prompt: TAGGED_THINKING_PROMPT }],
    ]);
    const given = replyOf([text('<thinking>{"a":2} END</thinking>It is {"a":1} END {"a":3}')]);
    fc.assert(
      fc.property(fc.shuffledSubarray(names, { minLength: 4 }), (order) => {
        const emulation = applyEmulation(config, order, conversationOf(everything));
        expect(emulation.finish(given).reply.candidates[0]).toEqual({
          index: 0,
          content: [{ type: "thinking", text: '{"a":2} END' }, text('{"a":1}')],
          stop: { reason: "stop_sequence", sequence: "END" },
        });
      }),
    );
  });
});

describe("strategies that no emulator carries out", () => {
  it("are warned about in the order of the capabilities", () => {
    const post: EmulationStrategy = { type: "post_processing", detail: "" };
    const config = new Map([
      ["vision", post],
      ["audio", post],
    ]);
    expect(
      applyEmulation(config, ["vision", "checkpointing", "audio"], conversationOf()).report.warnings,
    ).toEqual([
      "Capability Vision not emulated: No post_processing available for Vision",
      "Capability Checkpointing not emulated: No emulation available for Checkpointing",
      "Capability Audio not emulated: No post_processing available for Audio",
    ]);
  });
});

describe("several emulators on one reply", () => {
  it("make the summary of a compaction after everything else was taken out of the text", () => {
    const emulation = applyPlan(
      [
        { capability: "compaction", emulator: "compaction.summarise" },
        { capability: "extended_thinking", emulator: "extended_thinking.tags" },
      ],
      conversationOf({ messages: [triggering] }),
    );
    const { reply } = emulation.finish(replyOf([text("<thinking>t</thinking>All done.")]));
    expect(reply.candidates[0]?.content).toEqual([text("All done.")]);
  });
});

describe("a stream that breaks off", () => {
  it("passes what one emulator held back through the others", () => {
    const emulation = applyPlan(
      [
        { capability: "stop_sequences", emulator: "stop_sequences.truncate" },
        { capability: "extended_thinking", emulator: "extended_thinking.tags" },
      ],
      conversationOf({ stop: ["hi"] }),
    );
    const at = { candidate: 0, block: 0 };
    const events = rewrite(emulation.openRewriter(), [
      { type: "block_start", ...at, content: { type: "text", text: "" } },
      { type: "text_delta", ...at, text: "<thi" },
    ]);
    expect(events.flatMap((event) => (event.type === "text_delta" ? [event.text] : []))).toEqual(["<t"]);
  });
});

describe("a plan", () => {
  it("injects nothing twice", () => {
    const step = { capability: "extended_thinking", emulator: "extended_thinking.prompt" };
    expect(applyPlan([step, step], conversationOf()).report.applied).toHaveLength(1);
  });

  it("is carried out by the emulators it names", () => {
    const { report } = applyPlan(
      [
        { capability: "structured_output_json_schema", emulator: "structured_output_json_schema.instruct" },
        { capability: "vision", emulator: "vision.squint" },
      ],
      conversationOf(everything),
    );
    expect(report.applied.map(({ strategy }) => strategy.type)).toEqual([
      "system_prompt_injection",
      "post_processing",
    ]);
    expect(report.warnings).toEqual(["Capability Vision not emulated: The planned emulator does not exist"]);
  });
});

describe("what the report says", () => {
  const plans = fc.subarray(emulators.map(({ id, capability }) => ({ emulator: id, capability })));
  const members = fc
    .subarray(Object.keys(everything) as (keyof Conversation)[])
    .map((names) => conversationOf(Object.fromEntries(names.map((name) => [name, everything[name]]))));
  const reply = fc
    .array(
      fc.constantFrom(
        "<thinking>t</thinking>",
        '<tool_call>{"name":"read","arguments":{}}</tool_call>',
        "END",
        '{"a":1}',
        " words ",
      ),
      { maxLength: 5 },
    )
    .map((parts) => replyOf([text(parts.join(""))]));
  const cuts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 });

  it("is exactly what was done: the conversation changes if and only if a prompt is listed, each as listed", () => {
    fc.assert(
      fc.property(plans, members, (plan, conversation) => {
        const before = structuredClone(conversation);
        const emulation = applyPlan(plan, conversation);
        expect(conversation).toEqual(before);
        const prompts = emulation.report.applied.flatMap(({ strategy }) =>
          strategy.type === "system_prompt_injection" ? [strategy.prompt] : [],
        );
        const changed = JSON.stringify(emulation.conversation) !== JSON.stringify(conversation);
        expect(changed).toBe(prompts.length > 0);
        const had = conversation.system.map((block) => (block.type === "text" ? block.text : ""));
        const has = emulation.conversation.system.map((block) => (block.type === "text" ? block.text : ""));
        expect(has.join("")).toBe([...had, ...prompts].join("\n"));
      }),
      { numRuns: 500 },
    );
  });

  it("covers the reply: it changes only by post-processing that is listed", () => {
    fc.assert(
      fc.property(plans, members, reply, cuts, (plan, conversation, given, lengths) => {
        const emulation = applyPlan(plan, conversation);
        const listed = emulation.report.applied.some(({ strategy }) => strategy.type === "post_processing");
        const done = settle(() => emulation.finish(given).reply);
        if (!listed) expect(done).toEqual(given);
        const streamed = rewrite(emulation.openRewriter(), streamOf(given, cutBy(lengths)));
        if (done === undefined) expect(streamed.at(-1)?.type).toBe("error");
        else expect(collapse(streamed)).toEqual(done);
      }),
      { numRuns: 1000 },
    );
  });
});

function settle(action: () => Reply): Reply | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
