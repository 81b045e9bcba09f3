import { beforeEach, describe, expect, it, vi } from "vitest";
import { EventReader } from "./event-reader.ts";

const schema = vi.hoisted(() => ({ calls: 0 }));

vi.mock("../../contract/index.ts", async (importOriginal) => {
  const contract = await importOriginal<typeof import("../../contract/index.ts")>();
  return {
    ...contract,
    parseWith: (...args: Parameters<typeof contract.parseWith>) => {
      schema.calls += 1;
      return contract.parseWith(...args);
    },
  };
});

const TS = "2026-01-15T10:00:00.000Z";
const reader = new EventReader("mapped", () => new Date(0));

describe("EventReader and the schema", () => {
  beforeEach(() => {
    schema.calls = 0;
  });

  it.each([
    { type: "assistant_delta", text: "t" },
    { type: "assistant_message", text: "t", ext: { a: 1 } },
    { type: "run_started", message: "m" },
    { type: "run_completed", message: "m", ext: null },
    { type: "warning", message: "m" },
    { type: "error", message: "m" },
    { type: "file_changed", path: "p", summary: "s" },
    { type: "tool_call", tool_name: "T", input: {} },
    { type: "tool_call", tool_name: "T", input: null, tool_use_id: "u", parent_tool_use_id: null },
    { type: "tool_result", tool_name: "T", output: 1, is_error: true, tool_use_id: null },
    { type: "command_executed", command: "c" },
    { type: "command_executed", command: "c", exit_code: null, output_preview: "o" },
    { type: "command_executed", command: "c", exit_code: 3 },
  ])("reads the usual event %j without the schema", (event) => {
    reader.read({ ts: TS, ...event });
    expect(schema.calls).toBe(0);
  });

  it.each([
    { ts: "2026-01-31T10:00:00Z", type: "warning", message: "m" },
    { ts: TS, type: "error", message: "m", error_code: "backend_timeout" },
  ])("leaves %j to the schema", (event) => {
    reader.read(event);
    expect(schema.calls).toBe(1);
  });
});
