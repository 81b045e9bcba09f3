import { describe, expect, test } from "vitest";
import { AbpError, type Tool } from "../../../contract/index.ts";
import { Origins } from "../../origins.ts";
import { findDialect } from "../../registry/lookup.ts";
import { explainRequest, translateRequest } from "../request.ts";
import { refuseCollidingTools } from "./tool-collision.ts";

const fn = (name: string) => ({ type: "function", name, parameters: { type: "object" } });
const namespace = (name: string, ...tools: readonly object[]) => ({ type: "namespace", name, tools });
const codex = (...tools: readonly object[]) => ({ model: "m", input: "hi", tools });
const translate = (body: unknown, target: string, source = "codex") =>
  translateRequest(findDialect(source), findDialect(target), body);

function errorOf(run: () => unknown): AbpError {
  try {
    run();
  } catch (error) {
    if (AbpError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("tools whose names coincide at the target", () => {
  test("a tool of a namespace and a function with its flat name are refused, with both readings", () => {
    const error = errorOf(() =>
      translate(codex(fn("hub__create"), namespace("hub", fn("create"))), "claude"),
    );
    expect(error).toMatchObject({
      code: "mapping_ambiguous",
      where: "$.tools[1].tools[0]",
      details: {
        reason: 'two tools have the name "hub__create" at the target',
        possible_interpretations: [
          '$.tools[0]: the function tool "hub__create"',
          '$.tools[1].tools[0]: the function tool "create" of the namespace "hub"',
        ],
      },
    });
    expect(error.row.mapping?.number).toBe("E003");
  });

  test.each(["claude", "gemini", "openai", "kimi", "copilot"])(
    "two namespaces that meet are refused for %s",
    (target) => {
      const body = codex(namespace("a__b", fn("c")), namespace("a", fn("b__c")));
      expect(errorOf(() => translate(body, target)).code).toBe("mapping_ambiguous");
    },
  );

  test("a freeform tool and a function of the same name are refused", () => {
    const body = codex(fn("patch"), { type: "custom", name: "patch" });
    expect(errorOf(() => translate(body, "claude")).code).toBe("mapping_ambiguous");
  });

  test("a function that is given twice is refused", () => {
    const tools = [1, 2].map(() => ({
      type: "function",
      function: { name: "a", parameters: { type: "object" } },
    }));
    const body = { model: "m", messages: [{ role: "user", content: "hi" }], tools };
    expect(errorOf(() => translate(body, "claude", "openai")).where).toBe("$.tools[1]");
  });

  test("names that differ in case are two names", () => {
    expect(() => translate(codex(fn("read"), fn("Read")), "claude")).not.toThrow();
  });

  test("explaining a request reports it as refused", () => {
    const report = explainRequest(findDialect("codex"), findDialect("claude"), codex(fn("a"), fn("a")));
    expect(report.entries).toContainEqual(
      expect.objectContaining({ path: "$.tools[1]", disposition: "refused" }),
    );
  });
});

describe("the check for colliding tools", () => {
  const target = findDialect("claude");
  const tool = (name: string): Tool => ({ kind: "function", name, parameters: {} });
  const vendor = (name: string, dialect: string): Tool => ({ kind: "server", name, dialect, value: {} });
  const check = (...tools: readonly Tool[]) => refuseCollidingTools(tools, tools, target, new Origins());

  test("names the tools that an emulation added, and the list if the place is not known", () => {
    expect(errorOf(() => check(tool("b"), vendor("a", "claude"), tool("a")))).toMatchObject({
      message: 'two tools have the name "a" at the target, so a call of it could mean either of them',
      where: "$.tools",
      advice: "Rename one of the two tools.",
      details: {
        possible_interpretations: [
          'added by an emulation: the server tool "a"',
          'added by an emulation: the function tool "a"',
        ],
        refused: [
          {
            path: "$.tools",
            disposition: "refused",
            reason: 'two tools have the name "a" at the target',
          },
        ],
      },
    });
  });

  test("leaves out the tools that only another vendor runs", () => {
    expect(() => check(vendor("a", "codex"), tool("a"))).not.toThrow();
    expect(() => check(tool("a"), vendor("a", "codex"), vendor("a", "codex"))).not.toThrow();
    expect(() => check(vendor("a", "claude"), vendor("a", "claude"))).toThrow(AbpError);
  });
});
