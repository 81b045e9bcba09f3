import { describe, expect, it, vi } from "vitest";
import type { Engine } from "../../engines/index.ts";
import { fakeEngine } from "../fixtures/engines.ts";
import { type ServedCall, servedTarget } from "./target.ts";

const other = fakeEngine("other", "codex");

function callOf(model: string | undefined, operation: "generate" | "count_tokens" = "generate"): ServedCall {
  return { model, admission: { recognised: { endpoint: { operation } } } };
}

function targetOf(more: Partial<Engine>, model?: string) {
  return { engine: fakeEngine("e", "openai", more), model, getsCallerKey: true };
}

describe("the target of a call", () => {
  it.each([
    ["asked", undefined, "default", "asked"],
    ["asked", "routed", "default", "routed"],
    ["", undefined, "default", "default"],
    [undefined, undefined, "default", "default"],
    [undefined, undefined, undefined, ""],
    [undefined, "routed", undefined, "routed"],
  ])("is at the API that serves the model: %j, %j, %j", (asked, routed, defaultModel, expected) => {
    const servedBy = vi.fn(() => other);
    const target = targetOf({ servedBy, ...(defaultModel === undefined ? {} : { defaultModel }) }, routed);
    expect(servedTarget(target, callOf(asked))).toStrictEqual({ ...target, engine: other });
    expect(servedBy).toHaveBeenCalledExactlyOnceWith(expected);
  });

  it("stays if its own API serves the model, its vendor has one alone, or nothing is generated", () => {
    const own = targetOf({ servedBy: () => own.engine });
    expect(servedTarget(own, callOf("m"))).toBe(own);
    const alone = targetOf({});
    expect(servedTarget(alone, callOf("m"))).toBe(alone);
    const counted = targetOf({ servedBy: () => other });
    expect(servedTarget(counted, callOf("m", "count_tokens"))).toBe(counted);
  });
});
