import { describe, expect, it } from "vitest";
import type { AgentEvent, ModelCallsRecord } from "../../../contract/index.ts";
import { RunProgress, type ShownStep } from "./run-progress.ts";

const ts = "2026-03-01T08:00:00Z";
const file = (path: string): AgentEvent => ({ ts, type: "file_changed", path, summary: "" });
const usage = (stated: unknown, ext?: unknown): AgentEvent => ({
  ts,
  type: "warning",
  message: "",
  usage: stated,
  ...(ext === undefined ? {} : { ext: { usage: ext } }),
});

describe("RunProgress", () => {
  it("counts the time since it began", () => {
    let now = 1000;
    const progress = new RunProgress(() => now);
    now = 1500;
    expect(progress.elapsedMs).toBe(500);
  });

  it("begins without anything", () => {
    const { step, tools, lastTool, files, spending } = new RunProgress(() => 0);
    expect([step, tools, lastTool, files, spending]).toEqual(["resolve", 0, undefined, 0, {}]);
  });

  it.each<[ShownStep[], ShownStep]>([
    [["stage", "observe"], "observe"],
    [["cancel", "observe"], "cancel"],
    [["cancel", "kill"], "kill"],
    [["kill", "cancel"], "kill"],
    [["kill", "observe"], "kill"],
    [["cancel", "verify"], "verify"],
    [["kill", "receipt"], "receipt"],
    [["cancel", "verify", "receipt"], "receipt"],
  ])("goes through %j to %s", (steps, last) => {
    const progress = new RunProgress(() => 0);
    for (const step of steps) progress.setStep(step);
    expect(progress.step).toBe(last);
  });

  it("counts tools, and names the last one until it returns", () => {
    const progress = new RunProgress(() => 0);
    const call = { ts, type: "tool_call", tool_use_id: null, parent_tool_use_id: null, input: {} } as const;
    progress.add({ ...call, tool_name: "Read" });
    progress.add({ ...call, tool_name: "Bash" });
    progress.add(file("a"));
    expect([progress.tools, progress.lastTool]).toEqual([2, "Bash"]);
    progress.add({
      ts,
      type: "tool_result",
      tool_name: "Bash",
      tool_use_id: null,
      output: "",
      is_error: false,
    });
    expect([progress.tools, progress.lastTool]).toEqual([2, undefined]);
  });

  it("counts each file once, up to 10000 of them, and every change of others beyond", () => {
    const progress = new RunProgress(() => 0);
    for (let index = 0; index < 10_000; index++) progress.add(file(`f${index}`));
    progress.add(file("f0"));
    expect(progress.files).toBe(10_000);
    progress.add(file("g"));
    progress.add(file("g"));
    progress.add(file("f1"));
    expect(progress.files).toBe(10_002);
  });

  it("keeps the largest amounts, from the event and from its extension", () => {
    const progress = new RunProgress(() => 0);
    progress.add(usage({ input_tokens: 10, output_tokens: 5, estimated_cost_usd: 0 }));
    progress.add(usage({ input_tokens: 7 }, { output_tokens: 9, estimated_cost_usd: 0.5 }));
    expect(progress.spending).toEqual({ inputTokens: 10, outputTokens: 9, costUsd: 0.5 });
  });

  it.each([
    null,
    "text",
    7,
    undefined,
    { input_tokens: "7", output_tokens: -1, estimated_cost_usd: Number.NaN },
  ])("ignores what is no amount: %j", (stated) => {
    const progress = new RunProgress(() => 0);
    progress.add(usage(stated));
    const { inputTokens, outputTokens, costUsd } = progress.spending;
    expect([inputTokens, outputTokens, costUsd]).toEqual([undefined, undefined, undefined]);
  });

  it("believes the gateway rather than the agent, once a call has ended", () => {
    const progress = new RunProgress(() => 0);
    expect(progress.models).toEqual([]);
    progress.add(usage({ input_tokens: 5, output_tokens: 6, estimated_cost_usd: 7 }));
    const model = { engine: "e", requested: "m", upstream: "u", reported: null, calls: 1 };
    let record = {
      calls: 0,
      refused: 0,
      usage: { input_tokens: 1, output_tokens: 2, estimated_cost_usd: 0.1 },
      models: [model, model, { ...model, upstream: null }],
      receipts: [],
    } as unknown as ModelCallsRecord;
    progress.setMeter(() => record);
    expect(progress.spending).toMatchObject({ inputTokens: 5 });
    record = { ...record, calls: 1 };
    expect(progress.spending).toEqual({ inputTokens: 1, outputTokens: 2, costUsd: 0.1 });
    expect(progress.models).toEqual(["u", "m"]);
    const unknown = { input_tokens: null, output_tokens: null, estimated_cost_usd: null };
    record = { ...record, usage: { ...record.usage, ...unknown } };
    expect(progress.spending).toEqual({});
  });
});
