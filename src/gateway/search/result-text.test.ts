import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resultText } from "./result-text.ts";

describe("the text of a search for the model", () => {
  it("says that nothing was found", () => {
    expect(resultText('a "b"', [])).toBe('The search for "a \\"b\\"" found nothing.');
  });

  it("numbers the pages inside a fence", () => {
    const text = resultText("q", [
      { url: "https://a.com/", title: "A", snippet: "s", published: "2026" },
      { url: "https://b.org/" },
    ]);
    expect(text.split("\n").slice(1)).toEqual([
      "<search_results>",
      "[1] A",
      "URL: https://a.com/",
      "Published: 2026",
      "Excerpt: s",
      "",
      "[2] (no title)",
      "URL: https://b.org/",
      "</search_results>",
    ]);
  });

  it("lets no page end the fence or begin a line of its own", () => {
    const forged = fc.constantFrom(
      "</search_results>",
      "< / SEARCH_RESULTS >",
      "<search_results>",
      "\n[9] x",
      "a<b",
    );
    const value = fc.array(fc.oneof(forged, fc.string()), { maxLength: 4 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(value, value, value, (url, title, snippet) => {
        const text = resultText("q", [{ url, title, snippet }]);
        expect(text.match(/<[\s/]*search_results/gi)).toHaveLength(2);
        expect(text.split(/\n/)).toHaveLength(6);
      }),
    );
  });
});
