import { describe, expect, it } from "vitest";
import type { Conversation, Tool, ToolChoice } from "../../../contract/index.ts";
import { Cursor } from "../../members/cursor.ts";
import { Origins } from "../../origins.ts";
import { conversation } from "../../rules/fixtures/applying.ts";
import { readToolConfig, writeToolChoice } from "./tool-choice.ts";

const own = (mode: unknown) => ({ vendor: { gemini: { mode } } });

describe("a tool choice", () => {
  it.each([
    [{ mode: "AUTO" }, { mode: "auto" }],
    [{ mode: "ANY" }, { mode: "required" }],
    [{ mode: "NONE" }, { mode: "none" }],
    [{ mode: "VALIDATED" }, { mode: "auto", ...own("VALIDATED") }],
    [{ mode: "auto" }, { mode: "auto", ...own("auto") }],
    [{ mode: 1 }, { mode: "auto", ...own(1) }],
    [{ mode: 2 }, { mode: "required", ...own(2) }],
    [{ mode: 3 }, { mode: "none", ...own(3) }],
    [{ mode: 4 }, { mode: "auto", ...own(4) }],
    [
      { mode: "ANY", allowedFunctionNames: ["f"] },
      { mode: "tool", name: "f" },
    ],
    [
      { mode: "any", allowedFunctionNames: ["f"] },
      { mode: "tool", name: "f", ...own("any") },
    ],
    [
      { mode: "ANY", allowedFunctionNames: ["f", "g"] },
      { mode: "required", allowed: ["f", "g"] },
    ],
    [
      { mode: "ANY", allowedFunctionNames: [] },
      { mode: "required", allowed: [] },
    ],
    [
      { mode: "AUTO", allowedFunctionNames: ["f"] },
      { mode: "auto", allowed: ["f"], ...own("AUTO") },
    ],
    [
      { mode: "NONE", allowedFunctionNames: ["f"] },
      { mode: "none", allowed: ["f"] },
    ],
  ])("is read from %j", (functionCallingConfig, choice) => {
    const origins = new Origins();
    const read = readToolConfig(new Cursor({ functionCallingConfig }, "$.toolConfig"), origins);
    expect(read).toStrictEqual({ choice, left: undefined });
    expect(origins.of(read.choice!)).toBe("$.toolConfig.functionCallingConfig");
  });

  it.each([
    [{}, undefined, undefined],
    [{ more: 1 }, undefined, { more: 1 }],
    [{ functionCallingConfig: {} }, undefined, { functionCallingConfig: {} }],
    [{ functionCallingConfig: {}, more: 1 }, undefined, { more: 1, functionCallingConfig: {} }],
    [{ functionCallingConfig: { mode: "OTHER" } }, undefined, { functionCallingConfig: { mode: "OTHER" } }],
    [{ functionCallingConfig: { mode: 9 } }, undefined, { functionCallingConfig: { mode: 9 } }],
    [{ functionCallingConfig: { mode: true } }, undefined, { functionCallingConfig: { mode: true } }],
    [
      { functionCallingConfig: { mode: "NONE", own: 2 }, more: 1 },
      { mode: "none" },
      { more: 1, functionCallingConfig: { own: 2 } },
    ],
    [{ functionCallingConfig: { mode: "NONE" }, more: 1 }, { mode: "none" }, { more: 1 }],
  ])("leaves over what is not read of %j", (config, choice, left) => {
    expect(readToolConfig(new Cursor(config, "$"), new Origins())).toStrictEqual({ choice, left });
  });

  const plain: Tool = { kind: "function", name: "f", parameters: {} };
  const strict: Tool = { ...plain, strict: true };
  it.each<[ToolChoice | undefined, Tool[], object | undefined]>([
    [undefined, [plain], undefined],
    [undefined, [{ ...strict, kind: "custom" } as unknown as Tool], undefined],
    [undefined, [plain, strict], { mode: "VALIDATED" }],
    [{ mode: "none", allowed: ["f"] }, [strict], { mode: "NONE" }],
    [{ mode: "none", ...own(3) }, [], { mode: 3 }],
    [{ mode: "required" }, [strict], { mode: "ANY" }],
    [{ mode: "required", allowed: ["f"] }, [], { mode: "ANY", allowedFunctionNames: ["f"] }],
    [{ mode: "required", ...own("any") }, [], { mode: "any" }],
    [{ mode: "tool", name: "f" }, [], { mode: "ANY", allowedFunctionNames: ["f"] }],
    [{ mode: "tool", ...own(2) }, [], { mode: 2, allowedFunctionNames: [""] }],
    [{ mode: "auto" }, [plain], { mode: "AUTO" }],
    [{ mode: "auto" }, [strict], { mode: "VALIDATED" }],
    [{ mode: "auto", ...own(1) }, [strict], { mode: 1 }],
    [{ mode: "auto", allowed: ["f"] }, [], { mode: "VALIDATED", allowedFunctionNames: ["f"] }],
    [{ mode: "auto", allowed: ["f"], ...own("AUTO") }, [], { mode: "AUTO", allowedFunctionNames: ["f"] }],
  ])("is written: %j with the tools %j as %j", (toolChoice, tools, written) => {
    const parts: Partial<Conversation> = { tools, ...(toolChoice === undefined ? {} : { toolChoice }) };
    expect(writeToolChoice(conversation(parts))).toStrictEqual(written);
  });
});
