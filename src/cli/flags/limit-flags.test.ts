import { describe, expect, it } from "vitest";
import { buildWorkOrder } from "../../contract/index.ts";
import { limitOrder, refuseOrderFlags } from "./limit-flags.ts";

const id = "01890a5d-ac96-774b-bcce-b302099a8057";
const order = buildWorkOrder(id, "x");

describe("limits of a work order by flags", () => {
  it("are set if the order has none", () => {
    const limited = limitOrder(order, {
      timeout: "1.5",
      idleTimeout: "2",
      maxTurns: "3",
      maxBudgetUsd: "0.5",
      sandbox: "L1",
    });
    expect(limited).toMatchObject({
      timeout_ms: 1500,
      limits: { idle_ms: 2000 },
      config: { max_turns: 3, max_budget_usd: 0.5 },
      require_sandbox: "L1",
    });
  });

  it("tighten the order's own and never loosen them", () => {
    const own = buildWorkOrder(id, "x", {
      timeoutMs: 1000,
      limits: { idle_ms: 5000, output_bytes: 7 },
      config: { max_turns: 2 },
      requireSandbox: "L3",
    });
    const limited = limitOrder(own, { timeout: "9", idleTimeout: "1", maxTurns: "9", sandbox: "L1" });
    expect(limited).toMatchObject({
      timeout_ms: 1000,
      limits: { idle_ms: 1000, output_bytes: 7 },
      config: { max_turns: 2, max_budget_usd: null },
      require_sandbox: "L3",
    });
  });

  it.each([{}, { sandbox: "auto" }, { sandbox: "off" }])("change nothing with %j", (options) => {
    expect(limitOrder(order, options)).toEqual(order);
  });

  it("name the flag that is wrong", () => {
    expect(() => limitOrder(order, { idleTimeout: "soon" })).toThrow(
      expect.objectContaining({ code: "usage_invalid", where: "--idle-timeout" }),
    );
  });
});

describe("flags beside a work order document", () => {
  it("are refused if the document settles them", () => {
    expect(() => refuseOrderFlags({ include: ["a"] })).toThrow(
      expect.objectContaining({
        code: "usage_invalid",
        message: "is part of the work order document, so it cannot be given beside it",
        where: "--include",
        advice: "Change the document, or use --task instead of --work-order.",
      }),
    );
    expect(() => refuseOrderFlags({ timeout: "3", sandbox: "L3", policy: "p.json" })).not.toThrow();
  });

  it.each([
    ["model", "--model"],
    ["root", "--root"],
    ["workspaceMode", "--workspace-mode"],
    ["lane", "--lane"],
    ["include", "--include"],
    ["exclude", "--exclude"],
    ["require", "--require"],
    ["strict", "--strict"],
    ["param", "--param"],
    ["env", "--env"],
    ["image", "--image"],
    ["outputSchema", "--output-schema"],
    ["mcpConfig", "--mcp-config"],
  ])("name the flag of %s", (option, where) => {
    expect(() => refuseOrderFlags({ [option]: "x" })).toThrow(expect.objectContaining({ where }));
    expect(() => refuseOrderFlags({ [option]: undefined })).not.toThrow();
  });
});
