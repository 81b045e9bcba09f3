import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { defaultEmulators } from "../negotiation/index.ts";
import { FakeBackend, type FakeRun, report } from "./fixtures/fake-backend.ts";
import { FakeWorkspace } from "./fixtures/fake-workspace.ts";
import { finishRun } from "./fixtures/start-run.ts";

let workspace: FakeWorkspace;
beforeEach(() => {
  workspace = new FakeWorkspace();
});
afterEach(() => workspace.close());

const { strategy } = defaultEmulators.orders.find(({ id }) => id === "order.json_schema")!;
const outputSchema = { type: "object", properties: { a: { type: "number" } }, required: ["a"] };
const answering = (text: string): FakeRun =>
  async function* () {
    yield [{ ts: "2026-01-01T00:00:00Z", type: "assistant_message", text }];
    return report;
  };

describe("an order with a schema on a backend without structured output", () => {
  it("asks the agent for the answer, takes it from its last message, and says so in the receipt", async () => {
    const backend = new FakeBackend(answering('{"a":1}'));
    const { receipt, error } = await finishRun(backend, { workspace, order: { outputSchema } });
    expect(error).toBeUndefined();
    expect(backend.given?.workOrder.context.snippets).toEqual([
      { name: "answer", content: expect.stringContaining(JSON.stringify(outputSchema)) },
    ]);
    expect(receipt.reported?.[0]?.["structured_output"]).toEqual({ a: 1 });
    expect(receipt.negotiation?.emulations).toEqual([
      {
        capability: "structured_output_json_schema",
        emulator: "order.json_schema",
        fidelity: "minor",
        strategy,
      },
    ]);
  });

  it("fails if the answer breaks the schema", async () => {
    const { receipt, error } = await finishRun(new FakeBackend(answering('{"a":"x"}')), {
      workspace,
      order: { outputSchema },
    });
    expect([error?.code, receipt.outcome, receipt.termination?.reason]).toEqual([
      "capability_emulation_failed",
      "failed",
      "failed",
    ]);
  });

  it("gives a backend with structured output the order as it is", async () => {
    const backend = new FakeBackend(answering('{"a":1}'));
    const capabilities = { structured_output_json_schema: "native" } as const;
    backend.facts = { ...backend.facts, capabilities };
    const { receipt } = await finishRun(backend, { workspace, order: { outputSchema } });
    expect(backend.given?.workOrder.context.snippets).toEqual([]);
    expect(receipt.negotiation?.emulations).toEqual([]);
  });
});

describe("an order whose content its backend cannot use", () => {
  it.each([
    ["MCP servers", { mcpServers: { a: { command: "x" } } }, "mcp_client"],
    ["images", { context: { images: [{ media_type: "image/png", data: "AA==" }] } }, "image_input"],
  ])("is refused before the backend gets it: %s", async (_, order, capability) => {
    const backend = new FakeBackend();
    const { receipt, error } = await finishRun(backend, { workspace, order });
    expect([error?.code, receipt.termination?.reason]).toEqual(["capability_unsupported", "refused"]);
    expect(error?.message).toContain(capability);
    expect(backend.calls).not.toContain("run");
  });
});
