import { describe, expect, it } from "vitest";
import { parseDocument } from "../document.ts";
import { openPolicy } from "../policy-profile.ts";
import { buildWorkOrder, type WorkOrderOptions } from "./builder.ts";

const id = "01890a5d-ac96-774b-bcce-b302099a8057";
const plain = {
  id,
  task: "say hello",
  lane: "patch_first",
  workspace: { root: ".", mode: "staged", include: [], exclude: [] },
  context: { files: [], snippets: [] },
  policy: openPolicy(),
  requirements: { required: [] },
  config: { model: null, vendor: {}, env: {}, max_budget_usd: null, max_turns: null },
};

describe("a work order that is built", () => {
  it("has every member that a reader needs, and no other", () => {
    const order = buildWorkOrder(id, "say hello");
    expect(order).toStrictEqual(plain);
    expect(parseDocument("work_order", order)).toEqual(order);
    expect(openPolicy()).toEqual({
      allowed_tools: [],
      disallowed_tools: [],
      deny_read: [],
      deny_write: [],
      allow_network: [],
      deny_network: [],
      require_approval_for: [],
    });
  });

  it.each<[WorkOrderOptions, object]>([
    [{ lane: "workspace_first" }, { lane: "workspace_first" }],
    [{ workspace: { root: "/w" } }, { workspace: { ...plain.workspace, root: "/w" } }],
    [{ context: { files: ["a"] } }, { context: { files: ["a"], snippets: [] } }],
    [{ policy: { deny_read: ["x"] } }, { policy: { ...openPolicy(), deny_read: ["x"] } }],
    [
      { requirements: [{ capability: "vision", min_support: "any" }] },
      { requirements: { required: [{ capability: "vision", min_support: "any" }] } },
    ],
    [{ config: { model: "m" } }, { config: { ...plain.config, model: "m" } }],
    [{ compatibility: "strict" }, { compatibility: "strict" }],
    [{ sessionId: "s" }, { session_id: "s" }],
    [{ timeoutMs: 0 }, { timeout_ms: 0 }],
    [{ limits: {} }, { limits: {} }],
    [{ requireSandbox: "L2" }, { require_sandbox: "L2" }],
    [{ outputSchema: { type: "object" } }, { output_schema: { type: "object" } }],
    [{ mcpServers: { a: { command: "x" } } }, { mcp_servers: { a: { command: "x" } } }],
  ])("with %j has %j", (options, expected) => {
    expect(buildWorkOrder(id, "say hello", options)).toStrictEqual({ ...plain, ...expected });
  });

  it("continues the session that it names", () => {
    const resume = { run_id: id, session: "s" };
    expect(buildWorkOrder(id, "go on", { resume }).resume).toBe(resume);
  });
});
