import { describe, expect, it } from "vitest";
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
