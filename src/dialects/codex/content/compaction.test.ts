import { describe, expect, it } from "vitest";
import type { Block, TextBlock } from "../../../contract/index.ts";
import { Cursor } from "../../members/cursor.ts";
import { isCompaction, readCompaction, triggerMark, writeCompaction } from "./compaction.ts";

const head = "Summary of the conversation so far:\n\n";
const spelled = { "codex:compaction": {} };

describe("a summary in place of earlier turns", () => {
  it.each<[object, TextBlock | undefined]>([
    [
      { type: "compaction", encrypted_content: "abp-summary:So far." },
      { type: "text", text: `${head}So far.`, vendor: spelled },
    ],
    [
      { type: "compaction", id: "cmp", encrypted_content: "abp-summary:" },
      { type: "text", text: head, vendor: { codex: { id: "cmp" }, ...spelled } },
    ],
    [{ type: "compaction", encrypted_content: "gAAAA" }, undefined],
    [{ type: "compaction", encrypted_content: "x abp-summary:" }, undefined],
    [{ type: "compaction" }, undefined],
  ])("%j is read if it is in plain words, and written again", (item, block) => {
    expect(readCompaction(new Cursor(item, "$"))).toStrictEqual(block);
    if (block !== undefined) expect(writeCompaction(block)).toStrictEqual(item);
  });

  it("gets an id if the wire needs one, and needs no heading", () => {
    const block: TextBlock = { type: "text", text: "So far.", vendor: spelled };
    const written = { type: "compaction", encrypted_content: "abp-summary:So far." };
    expect(writeCompaction(block)).toStrictEqual(written);
    expect(writeCompaction(block, (item) => `made_${item}`)).toStrictEqual({
      ...written,
      id: "made_compaction",
    });
    const own = { ...block, vendor: { codex: { id: "cmp" }, ...spelled } };
    expect(writeCompaction(own, () => "made")).toStrictEqual({ ...written, id: "cmp" });
  });

  it.each<[Block, boolean]>([
    [{ type: "text", text: "", ...triggerMark }, true],
    [{ type: "text", text: "" }, false],
    [{ type: "refusal", text: "", ...triggerMark }, false],
  ])("is known by its mark: %j is one: %j", (block, is) => expect(isCompaction(block)).toBe(is));
});
