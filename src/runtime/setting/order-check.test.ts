import { describe, expect, it } from "vitest";
import { AbpError, buildWorkOrder, type WorkOrder } from "../../contract/index.ts";
import { checkWorkOrder } from "./order-check.ts";

const id = "01890a5d-ac96-774b-bcce-b302099a8057";

function errorOf(order: WorkOrder): AbpError | undefined {
  try {
    checkWorkOrder(order);
    return undefined;
  } catch (error) {
    return error as AbpError;
  }
}
const issuesOf = (order: WorkOrder) =>
  (errorOf(order)?.details["issues"] ?? []) as { path: string; message: string }[];

describe("the check of a work order", () => {
  it("accepts one that makes sense", () => {
    expect(issuesOf(buildWorkOrder(id, "say hello"))).toEqual([]);
    expect(
      issuesOf(
        buildWorkOrder(id, "x", {
          policy: { allowed_tools: ["Read"], disallowed_tools: ["Bash"] },
          context: { snippets: [{ name: "n", content: "" }] },
          config: { model: "m", max_turns: 1, max_budget_usd: 0.01 },
        }),
      ),
    ).toEqual([]);
  });

  it("lists every issue and names the first one", () => {
    const order = buildWorkOrder(id, "  ", {
      workspace: { root: "" },
      policy: { allowed_tools: ["Read", "Bash"], disallowed_tools: ["Bash"] },
      context: {
        snippets: [
          { name: "n", content: "x" },
          { name: " ", content: "x" },
        ],
      },
      config: { model: " ", max_turns: 0, max_budget_usd: -1 },
    });
    expect(issuesOf(order)).toEqual([
      { path: "$.task", message: "is blank" },
      { path: "$.workspace.root", message: "is empty" },
      { path: "$.config.model", message: "is blank" },
      { path: "$.config.max_turns", message: "is 0, so that nothing could happen" },
      { path: "$.config.max_budget_usd", message: "is -1, expected a positive amount" },
      { path: "$.context.snippets[1].name", message: "is blank" },
      { path: "$.policy.allowed_tools[1]", message: 'is "Bash", which is disallowed as well' },
    ]);
    const error = errorOf(order);
    expect(AbpError.is(error)).toBe(true);
    expect(error).toMatchObject({
      code: "validation_failed",
      message: "$.task is blank (and 6 more)",
      where: `work order ${id}`,
    });
  });

  it("does not count further issues if there is one", () => {
    expect(errorOf(buildWorkOrder(id, ""))?.message).toBe("$.task is blank");
  });

  it("limits the task by its bytes", () => {
    expect(issuesOf(buildWorkOrder(id, "x".repeat(100_000)))).toEqual([]);
    expect(issuesOf(buildWorkOrder(id, "x".repeat(100_001)))).toEqual([
      { path: "$.task", message: "is longer than 100000 bytes" },
    ]);
    expect(issuesOf(buildWorkOrder(id, "ü".repeat(50_001)))).toHaveLength(1);
  });

  it.each([0, -0.01, Number.POSITIVE_INFINITY])("refuses a budget of %d", (max_budget_usd) => {
    const paths = issuesOf(buildWorkOrder(id, "x", { config: { max_budget_usd } })).map(({ path }) => path);
    expect(paths).toContain("$.config.max_budget_usd");
  });

  it("passes on a failure that is no fault of the order", () => {
    const order = buildWorkOrder(id, "x");
    Object.defineProperty(order.config.vendor, "broken", {
      enumerable: true,
      get: () => {
        throw new TypeError("a defect");
      },
    });
    expect(() => checkWorkOrder(order)).toThrow(TypeError);
  });

  it("counts one further issue", () => {
    const order = buildWorkOrder(id, "", { workspace: { root: "" } });
    expect(errorOf(order)?.message).toBe("$.task is blank (and 1 more)");
  });

  it("refuses a task that has no canonical JSON form", () => {
    expect(issuesOf(buildWorkOrder(id, "a \ud800 b"))).toEqual([
      { path: "$", message: expect.stringContaining("has no canonical JSON form") },
    ]);
  });
});
