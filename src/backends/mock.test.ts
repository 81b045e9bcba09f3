import { describe, expect, it } from "vitest";
import { buildWorkOrder } from "../contract/index.ts";
import { backendContract, collect, openContext, runContext } from "./backend.contract.ts";
import { mockBackend } from "./mock.ts";

backendContract("mock", () => ({ backend: mockBackend(), workspaceRoot: "/" }));

describe("the mock", () => {
  it("states what it is, what it can do and that it used nothing", async () => {
    const backend = mockBackend("demo");
    expect([backend.name, backend.needsWorkspace]).toEqual(["demo", false]);
    expect(backend.known).toEqual({
      identity: { id: "mock", backend_version: "0.1", adapter_version: "0.1" },
      capabilities: {
        streaming: "native",
        tool_read: "emulated",
        tool_write: "emulated",
        tool_edit: "emulated",
        tool_bash: "emulated",
        structured_output_json_schema: "emulated",
      },
      mode: "mapped",
      asksBeforeTools: false,
    });
    const session = await backend.open(openContext("/"));
    expect(session.confinement).toEqual({
      level: "L0",
      reason: "the mock starts no process",
      selfTest: [],
      network: "advisory",
    });
    expect((await collect(session)).report).toEqual({
      outcome: "complete",
      usage: { input_tokens: 0, output_tokens: 0, estimated_cost_usd: 0 },
      usageRaw: { note: "mock" },
      artifacts: [],
      harnessOk: true,
    });
    session.kill();
    expect(await session.close()).toEqual({});
  });

  it("repeats the task and counts what it received", async () => {
    const workOrder = buildWorkOrder("01890a5d-ac96-774b-bcce-b302099a8057", "say hello", {
      context: { files: ["a.md", "b.md"] },
      requirements: [{ capability: "streaming", min_support: "native" }],
    });
    const session = await mockBackend().open(openContext("/"));
    const { events } = await collect(session, runContext({ workOrder }));
    const texts = events.map((event) => {
      const { text, message } = event as { readonly text?: string; readonly message?: string };
      return text ?? message ?? "";
    });
    expect(texts).toEqual([
      "mock backend starting: say hello",
      "This is a mock backend. It calls no model and changes no file.",
      `It received work order ${workOrder.id} with 2 context files and 1 requirements and hands back a receipt that you can verify.`,
      "mock run complete",
    ]);
  });
});
