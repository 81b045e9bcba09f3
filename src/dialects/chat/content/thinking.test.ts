import { describe, expect, it } from "vitest";
import type { ThinkingBlock } from "../../../contract/index.ts";
import { profile } from "../../copilot/profile.ts";
import { spellThinking } from "./thinking.ts";

const block = (): ThinkingBlock => ({ type: "thinking", text: "hm" });

describe("the names of thinking on the wire", () => {
  it("are not remembered if they are the usual ones, or absent", () => {
    const { text, sealed } = profile.thinking;
    expect(spellThinking(block(), profile, undefined, undefined)).toEqual(block());
    expect(spellThinking(block(), profile, text[0], sealed[0])).toEqual(block());
  });

  it("are remembered if they are others", () => {
    const spelled = spellThinking(block(), profile, undefined, "cot_id");
    expect(spelled).not.toEqual(block());
    expect(JSON.stringify(spelled)).toContain("cot_id");
  });
});
