import { describe, expect, it } from "vitest";
import { manifest } from "../../fixtures/builders.ts";
import { configureEmulators, defaultEmulators } from "../emulator-set.ts";
import { canContinue, emulatorsForRun } from "./run-emulators.ts";

const able = manifest({ session_resume: "native" });

describe("the emulators of a run", () => {
  it("include questions only if somebody answers and the conversation can go on", () => {
    const idsOf = (isAttended: boolean, supply = able) =>
      emulatorsForRun(defaultEmulators, supply, isAttended).orders.map(({ id }) => id);
    expect(idsOf(true)).toEqual(["order.thinking", "order.json_schema", "order.ask_user"]);
    for (const without of [idsOf(false), idsOf(true, manifest({}))])
      expect(without).toEqual(["order.thinking", "order.json_schema"]);
  });

  it("say why others do not apply", () => {
    const whyOf = (isAttended: boolean, supply = able) =>
      emulatorsForRun(defaultEmulators, supply, isAttended).disabled;
    expect(whyOf(true).get("tool_ask_user")).toBeUndefined();
    expect(whyOf(false).get("tool_ask_user")).toBe("nobody is there to answer; start it on a terminal");
    expect(whyOf(true, manifest({})).get("tool_ask_user")).toBe(
      "the backend cannot continue its conversation with the answer",
    );
    expect(whyOf(true).get("checkpointing")).toBe(
      "files could be restored, but not the conversation that led to them",
    );
    expect(whyOf(true).get("code_execution")).toBe("Cannot safely emulate sandboxed code execution");
  });

  it("are those of the configuration", () => {
    const set = configureEmulators(
      new Map([
        ["checkpointing", { type: "system_prompt_injection", prompt: "Commit often." }],
        ["tool_ask_user", { type: "disabled", reason: "no" }],
      ]),
    );
    const { orders, disabled } = emulatorsForRun(set, able, false);
    expect(orders.map(({ id }) => id)).toContain("order.checkpointing");
    expect(disabled.has("checkpointing")).toBe(false);
    expect(disabled.get("tool_ask_user")).toBe("no");
  });

  it("count a conversation that can go on with a restriction", () => {
    const claim = (support: string) =>
      ({ claims: { session_resume: { support } } }) as unknown as typeof able;
    expect(
      ["native", "emulated", "restricted", "unsupported", "unknown"].map((one) => canContinue(claim(one))),
    ).toEqual([true, true, true, false, false]);
    expect(canContinue({ claims: {} })).toBe(false);
  });
});
