import { describe, expect, it } from "vitest";
import type { Reply, StreamEvent } from "../../contract/index.ts";
import { findDialect } from "../../dialects/index.ts";
import { FakeContext } from "../host/fixtures/fake-context.ts";
import { EngineRun, type EngineSetting } from "./engine-run.ts";
import { useHostRuns } from "./fixtures/host-run.ts";

const { gateway, place } = useHostRuns();

describe("a run on an engine", () => {
  it.each<[dialect: string, stop: string, outcome: string | undefined, said: string | undefined]>([
    ["claude", "refusal", "partial", "the engine refused to answer"],
    ["claude", "context_window", "partial", "the answer was cut off: the model reached its limit of tokens"],
    ["claude", "end_turn", "complete", undefined],
    ["claude", "stop_sequence", "complete", undefined],
    ["gemini", "malformed", undefined, "the engine stopped with MALFORMED_FUNCTION_CALL"],
  ])("on %s, the stop %s makes it %s and says %j", async (dialect, stop, outcome, said) => {
    const { result, error, context } = await place.run({ dialect, task: `sim: say part\nsim: stop ${stop}` });
    const texts = [...context.of("warning").map(({ message }) => message), error?.message];
    expect([result?.outcome, texts.find((text) => text !== undefined)]).toEqual([outcome, said]);
  });

  it("asks again after a turn that the engine paused", async () => {
    const settings = { max_turns: 2 };
    const { context } = await place.run({
      dialect: "claude",
      task: "sim: say a\nsim: stop pause_turn",
      settings,
    });
    expect([gateway.calls.length, context.of("warning").map(({ message }) => message)]).toEqual([
      2,
      ["the run was ended after 2 turns"],
    ]);
  });
});

describe("the events of a run on an engine", () => {
  const reply: Reply = {
    candidates: [
      { index: 1, content: [{ type: "text", text: "other" }] },
      { index: 0, content: [{ type: "text", text: "Hi" }], stop: { reason: "end_turn" } },
    ],
    usage: { input: 3, output: 2 },
  };
  const at = (candidate: number) => ({ candidate, block: 0 });
  const streamed: readonly StreamEvent[] = [
    { type: "thinking_delta", ...at(0), text: "hm" },
    { type: "thinking_delta", ...at(1), text: "no" },
    { type: "text_delta", ...at(0), text: "Hi" },
    { type: "text_delta", ...at(1), text: "other" },
    { type: "input_delta", ...at(0), text: "{}" },
  ];

  async function run(given: Reply, settings: object = {}) {
    const context = new FakeContext();
    const messages: unknown[] = [];
    const client = {
      dialect: findDialect("claude"),
      ask: async (_: unknown, __: unknown, onEvent: (event: StreamEvent) => Promise<void>) => {
        for (const event of streamed) await onEvent(event);
        return given;
      },
    };
    const setting = {
      client,
      transcript: { session: "s1", messages, save: async () => undefined },
      tools: [],
      place: {},
      settings: { max_turns: 2, ...settings },
    } as unknown as EngineSetting;
    const result = await new EngineRun(context, setting).execute();
    return { result, messages, events: context.events };
  }

  it("are those of the first answer: its thinking, its text and its usage", async () => {
    const { result, messages, events } = await run(reply);
    expect(events.map(({ type, ...event }) => [type, "text" in event ? event.text : undefined])).toEqual([
      ["assistant_delta", ""],
      ["assistant_delta", "Hi"],
      ["assistant_message", "Hi"],
      ["assistant_delta", ""],
    ]);
    expect(messages.slice(1)).toEqual([{ role: "assistant", content: [{ type: "text", text: "Hi" }] }]);
    expect(result).toEqual({
      outcome: "complete",
      session: "s1",
      usage: { input_tokens: 3, output_tokens: 2, request_units: 1 },
      usageRaw: { calls: [{ input: 3, output: 2 }] },
    });
  });

  it("end if the engine gives no first answer", async () => {
    await expect(run({ candidates: [{ index: 1, content: [] }] })).rejects.toThrow(
      "the engine gave no answer",
    );
  });

  it.each(["malformed", "error"] as const)("end with the stop %s", async (reason) => {
    const candidates = [{ index: 0, content: [], stop: { reason, raw: "odd" } }];
    await expect(run({ candidates })).rejects.toThrow("the engine stopped with odd");
  });

  it.each(["max_tokens", "context_window", "refusal", "content_filter"] as const)(
    "warn of the stop %s",
    async (reason) => {
      const { result, events } = await run({ candidates: [{ index: 0, content: [], stop: { reason } }] });
      expect(result.outcome).toBe("partial");
      expect(events.filter(({ type }) => type === "warning")).toHaveLength(1);
    },
  );
});
