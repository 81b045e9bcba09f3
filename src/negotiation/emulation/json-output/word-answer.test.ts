import { describe, expect, it } from "vitest";
import type { OutputFormat } from "../../../contract/index.ts";
import { collapse, conversationOf, replyOf, rewrite, streamOf, text } from "../fixtures/stream.ts";
import { repairFor } from "./repair.ts";
import { structuredEmulator } from "./structured-output.ts";
import { findWord } from "./word-answer.ts";

const output = { kind: "enum", values: ["Yes", "no", "NO", "not sure."] } as const;
const format: OutputFormat = { ...output, values: [...output.values] };
const conversation = conversationOf({ output: format });
const emulator = structuredEmulator("enum_output", { instruct: true });

describe("an answer that is one of several words", () => {
  it.each([
    ["Yes", "Yes"],
    [" \n`yes`.\n", "Yes"],
    ['"no"', "no"],
    ["NO.", "NO"],
    ["not sure.", "not sure."],
    ["Nope", undefined],
    ["No", undefined],
    ["Yes or no", undefined],
    ["", undefined],
  ])("is found in %j: %j", (said, word) => {
    expect(findWord(said, { ...output, values: [...output.values] })).toBe(word);
  });

  it("is asked for with all the words, and the engine gets no format", () => {
    const prepared = emulator.prepare(conversation)!;
    const [block] = prepared.conversation.system;
    expect(block?.type === "text" ? block.text : "").toMatch(/\n- Yes\n- no\n- NO\n- not sure\.$/);
    expect(prepared.applied.map(({ strategy }) => strategy.type)).toEqual([
      "system_prompt_injection",
      "post_processing",
    ]);
    expect(emulator.takesOver).toEqual(["output"]);
    expect(emulator.prepare(conversationOf({ output: { kind: "json" } }))).toBeUndefined();
  });

  it("cannot be asked for without words", () => {
    const none = conversationOf({ output: { kind: "enum", values: [] } });
    expect(() => emulator.prepare(none)).toThrow(
      expect.objectContaining({ code: "capability_emulation_failed" }),
    );
  });

  it("is the bare word, whole and streamed, and no JSON", () => {
    const reply = replyOf([text("**yes**")]);
    expect(emulator.finish!(reply, conversation).reply.candidates[0]!.content).toEqual([text("Yes")]);
    const events = rewrite(
      emulator.openRewriter!(conversation),
      streamOf(reply, (value) => [...value]),
    );
    expect(collapse(events).candidates[0]!.content).toEqual([text("Yes")]);
  });

  it("fails if it is none of them, and the model is shown its answer", () => {
    const reply = replyOf([text("It depends.")]);
    const message = "The reply is not one of the words that were asked for: is none of the words";
    expect(() => emulator.finish!(reply, conversation)).toThrow(message);
    const events = rewrite(
      emulator.openRewriter!(conversation),
      streamOf(reply, (value) => [...value]),
    );
    expect(events.at(-1)).toMatchObject({ type: "error", message });
    const asked = JSON.stringify(repairFor(conversation, reply).messages.slice(-2));
    expect(asked).toContain("It depends.");
    expect(asked).toContain("Reply again with one of the words only.");
  });
});
