import { describe, expect, it } from "vitest";
import { buildWorkOrder } from "../contract/index.ts";
import { backendContract } from "./backend.contract.ts";
import { mockBackend } from "./mock.ts";
import { findBackend, listBackends } from "./registry.ts";

backendContract("mock", () => mockBackend);

describe("the registry", () => {
  it("always knows the mock", () => {
    expect(listBackends().map((one) => one.name)).toEqual(["mock"]);
    expect(findBackend("mock")).toBe(mockBackend);
  });

  it("opens a configured mock under its own name", () => {
    expect(findBackend("demo", { demo: { type: "mock" } })).toBe(mockBackend);
  });

  it("does not take a member that every object has for a type", () => {
    expect(listBackends({ odd: { type: "constructor" } })[1]?.backend).toBeUndefined();
    expect(listBackends({ odd: { type: "toString" } })[1]?.backend).toBeUndefined();
  });

  it("sorts backends by name, and lets the configuration replace the mock", () => {
    const entries = { zeta: { type: "mock" }, alpha: { type: "mock" }, mock: { type: "sidecar" } };
    expect(listBackends(entries).map(({ name, type }) => `${name} ${type}`)).toEqual([
      "alpha mock",
      "mock sidecar",
      "zeta mock",
    ]);
  });

  it("names the backends there are when one is not known, and suggests the one that was meant", () => {
    expect(() => findBackend("moch")).toThrow('no backend is named "moch"; did you mean "mock"?');
    expect(() => findBackend("claude-code")).toThrow('no backend is named "claude-code"; there are: mock');
  });

  it("lists a type that this build cannot run, and refuses to run it", () => {
    const entries = { claude: { type: "sidecar" } };
    expect(listBackends(entries)).toEqual([
      { name: "claude", type: "sidecar", backend: undefined },
      { name: "mock", type: "mock", backend: mockBackend },
    ]);
    expect(catchError(() => findBackend("claude", entries))).toMatchObject({
      code: "backend_unavailable",
      message: 'backends of type "sidecar" cannot be run by this build',
      where: "backends.claude",
      advice: "This build runs: mock.",
      details: { backend_id: "claude", reason: "type sidecar is not available" },
    });
    expect(catchError(() => findBackend("none", entries))).toMatchObject({
      code: "backend_not_found",
      details: { backend: "none", available: ["claude", "mock"] },
    });
  });
});

function catchError(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}

describe("the mock backend", () => {
  it("states what it is, what it can do and that it used nothing", async () => {
    expect(mockBackend.identity).toEqual({ id: "mock", backend_version: "0.1", adapter_version: "0.1" });
    expect(mockBackend.capabilities).toEqual({
      streaming: "native",
      tool_read: "emulated",
      tool_write: "emulated",
      tool_edit: "emulated",
      tool_bash: "emulated",
      structured_output_json_schema: "emulated",
    });
    const order = buildWorkOrder("01890a5d-ac96-774b-bcce-b302099a8057", "say hello");
    const { signal } = new AbortController();
    const run = mockBackend.run({ runId: order.id, workOrder: order, signal, now: () => new Date(0) });
    let step = await run.next();
    while (!step.done) step = await run.next();
    expect(step.value).toEqual({
      outcome: "complete",
      usage: { input_tokens: 0, output_tokens: 0, estimated_cost_usd: 0 },
      usageRaw: { note: "mock" },
      artifacts: [],
      harnessOk: true,
    });
  });

  it("repeats the task and counts what it received", async () => {
    const order = buildWorkOrder("01890a5d-ac96-774b-bcce-b302099a8057", "say hello", {
      context: { files: ["a.md", "b.md"] },
      requirements: [{ capability: "streaming", min_support: "native" }],
    });
    const texts: string[] = [];
    const events = mockBackend.run({
      runId: order.id,
      workOrder: order,
      signal: new AbortController().signal,
      now: () => new Date("2026-01-01T00:00:00Z"),
    });
    for await (const event of events) {
      const { text, message } = event as { readonly text?: string; readonly message?: string };
      texts.push(text ?? message ?? "");
    }
    expect(texts).toEqual([
      "mock backend starting: say hello",
      "This is a mock backend. It calls no model and changes no file.",
      `It received work order ${order.id} with 2 context files and 1 requirements and hands back a receipt that you can verify.`,
      "mock run complete",
    ]);
  });
});
