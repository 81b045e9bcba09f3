import { describe, expect, it } from "vitest";
import type { ModelCallsRecord } from "../../../contract/index.ts";
import type { Colors } from "../../terminal/terminal.ts";
import { RunProgress, type ShownStep } from "./run-progress.ts";
import { renderStatus } from "./status-line.ts";

const ts = "2026-03-01T08:00:00Z";
const colors = {
  bold: (text: string) => `<${text}>`,
  dim: (text: string) => `(${text})`,
} as unknown as Colors;
const plain = { bold: (text: string) => text, dim: (text: string) => text } as unknown as Colors;

function progressOf({ step = "observe" as ShownStep, tool = "", tools = 0, files = 0, usage = {} } = {}) {
  const progress = new RunProgress(() => 0);
  progress.setStep(step);
  const call = { ts, type: "tool_call", tool_use_id: null, parent_tool_use_id: null, input: {} } as const;
  for (let count = 0; count < tools; count++) progress.add({ ...call, tool_name: "x" });
  progress.add({ ts, type: "tool_result", tool_name: "x", tool_use_id: null, output: "", is_error: false });
  for (let count = 0; count < files; count++) {
    progress.add({ ts, type: "file_changed", path: `${count}`, summary: "" });
  }
  progress.add({ ts, type: "warning", message: "", usage });
  if (tool !== "") progress.add({ ...call, tool_name: tool });
  return progress;
}

const full = {
  tools: 2,
  files: 1,
  usage: { input_tokens: 10, output_tokens: 20, estimated_cost_usd: 1 },
};

describe("renderStatus", () => {
  it("paints the step and the rest", () => {
    expect(renderStatus(progressOf(), colors, 40)).toBe("<running>( · 0 s)");
  });

  it.each<[ShownStep, string]>([
    ["resolve", "choosing the backend"],
    ["negotiate", "negotiating"],
    ["stage", "staging the workspace"],
    ["policy", "reading the policy"],
    ["dispatch", "starting the backend"],
    ["observe", "running"],
    ["verify", "comparing the workspace"],
    ["receipt", "writing the receipt"],
    ["cancel", "cancelling"],
    ["kill", "killing"],
  ])("names the step %s", (step, name) => {
    expect(renderStatus(progressOf({ step }), plain, 80)).toBe(`${name} · 0 s`);
  });

  it.each([
    [56, "running · 2 tools · 1 file · 10 in, 20 out · $1.00 · 0 s"],
    [55, "running · 2 tools · 1 file · $1.00 · 0 s"],
    [40, "running · 2 tools · 1 file · $1.00 · 0 s"],
    [39, "running · 2 tools · $1.00 · 0 s"],
    [31, "running · 2 tools · $1.00 · 0 s"],
    [30, "running · $1.00 · 0 s"],
    [21, "running · $1.00 · 0 s"],
    [20, "running · 0 s"],
    [13, "running · 0 s"],
    [12, "runni… · 0 s"],
    [7, "… · 0 s"],
    [6, "runni…"],
  ])("fits %i columns", (columns, line) => {
    expect(renderStatus(progressOf(full), plain, columns)).toBe(line);
  });

  it("shows amounts that are known, and a question mark beside them", () => {
    const line = (usage: object) => renderStatus(progressOf({ usage }), plain, 80);
    expect(line({ input_tokens: 1 })).toBe("running · 1 in, ? out · 0 s");
    expect(line({ output_tokens: 2 })).toBe("running · ? in, 2 out · 0 s");
    expect(line({ estimated_cost_usd: 0 })).toBe("running · $0.00 · 0 s");
  });

  it("names the tool that works, shortened to 24 columns or a third of the line", () => {
    const tool = "t".repeat(30);
    expect(renderStatus(progressOf({ tool }), plain, 100)).toBe(`running ${"t".repeat(23)}… · 1 tool · 0 s`);
    expect(renderStatus(progressOf({ tool }), plain, 38)).toBe(`running ${"t".repeat(11)}… · 1 tool · 0 s`);
    expect(renderStatus(progressOf({ tool: "a\u001b" }), plain, 80)).toContain("running a\\u{1b} ·");
    expect(renderStatus(progressOf({ tool, step: "verify" }), plain, 80)).toBe(
      "comparing the workspace · 1 tool · 0 s",
    );
  });

  it("names the models that were seen, and leaves them out first", () => {
    const progress = progressOf({ tools: 1 });
    const models = [{ upstream: "a-long-name-of-a-model\u001b" }, { upstream: "b" }, { upstream: "c" }];
    progress.setMeter(() => ({ calls: 0, models }) as unknown as ModelCallsRecord);
    expect(renderStatus(progress, plain, 80)).toBe("running · a-long-name-of-a-mo… +2 · 1 tool · 0 s");
    expect(renderStatus(progress, plain, 30)).toBe("running · 1 tool · 0 s");
    progress.setMeter(() => ({ calls: 0, models: models.slice(1, 2) }) as unknown as ModelCallsRecord);
    expect(renderStatus(progress, plain, 80)).toBe("running · b · 1 tool · 0 s");
  });
});
