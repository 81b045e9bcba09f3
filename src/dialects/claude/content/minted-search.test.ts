import { describe, expect, it } from "vitest";
import { isMintedSearch, mintContent, mintedCallId, readMinted } from "./minted-search.ts";

const MARK = "abp-search-1.";

function openContent(sealed: string): unknown {
  expect(sealed.startsWith(MARK)).toBe(true);
  return JSON.parse(Buffer.from(sealed.slice(MARK.length), "base64url").toString());
}

describe("the sealed content of a search result", () => {
  it.each([[{ url: "https://a.test/" }], [{ url: "https://a.test/", title: "T", snippet: "ä?>" }]])(
    "holds %j",
    (result) => {
      expect(openContent(mintContent(result))).toEqual(result);
      expect(readMinted(mintContent(result))).toStrictEqual(
        "snippet" in result ? { snippet: result.snippet } : {},
      );
    },
  );

  it("is cut after 2000 units, and not inside a character", () => {
    const long = "a".repeat(1999);
    const result = { url: `${long}b`, title: `${long}bc`, snippet: `${long}😀` };
    expect(openContent(mintContent(result))).toEqual({ url: `${long}b`, title: `${long}b`, snippet: long });
    for (const one of ["\ud7ff", "\udc00", "\ue000"]) {
      const sealed = mintContent({ url: "u", snippet: `${long}${one}c` });
      expect(readMinted(sealed)).toEqual({ snippet: `${long}${one}` });
    }
    for (const one of ["\u{10000}", "\u{10ffff}"]) {
      expect(readMinted(mintContent({ url: "u", snippet: `${long}${one}` }))).toEqual({ snippet: long });
    }
    const half = `${long}\ud83d`;
    expect(readMinted(mintContent({ url: "u", snippet: half }))).toEqual({ snippet: half });
  });

  it.each([
    [undefined, undefined],
    [1, undefined],
    ["EqgfCioIARgB", undefined],
    [`x${MARK}e30`, undefined],
    [`${MARK}e30`, {}],
    [`${MARK}e3`, {}],
    [`${MARK}MQ`, {}],
    [`${MARK}bnVsbA`, {}],
    [MARK + Buffer.from('{"snippet":1}').toString("base64url"), {}],
  ])("is read: %j gives %j", (sealed, content) => {
    expect(readMinted(sealed)).toStrictEqual(content);
  });
});

it("a call that was written here is known by its id or by its content", () => {
  const id = mintedCallId("07");
  expect(id).toBe("srvtoolu_abp_07");
  const sealed = { encrypted_content: mintContent({ url: "u" }) };
  const call = "server_tool_use";
  const result = "web_search_tool_result";
  const table = [
    [call, { id }, true],
    [call, { tool_use_id: id }, false],
    [call, { id: "srvtoolu_01" }, false],
    [call, { id: 1 }, false],
    [call, {}, false],
    [call, "x", false],
    [call, null, false],
    [result, { tool_use_id: id }, true],
    [result, { id }, false],
    [result, { tool_use_id: "srvtoolu_01", content: [null, { encrypted_content: "x" }, sealed] }, true],
    [result, { content: [null, { encrypted_content: "x" }] }, false],
    [result, { content: sealed }, false],
    [result, { content: [] }, false],
  ] as const;
  for (const [kind, value, is] of table)
    expect([kind, value, isMintedSearch({ kind, value })]).toEqual([kind, value, is]);
});
