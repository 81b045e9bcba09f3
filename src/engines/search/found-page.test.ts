import { describe, expect, it } from "vitest";
import { readFoundPage } from "./found-page.ts";

describe("a page that was found", () => {
  it("has the parts that are texts, and no others", () => {
    const stated = { url: " https://a.com/x ", title: " T ", snippet: "a\n\tb", published: "2026" };
    expect(readFoundPage(stated)).toEqual({
      url: "https://a.com/x",
      title: "T",
      snippet: "a b",
      published: "2026",
    });
    expect(readFoundPage({ url: "http://a.com", title: 7, snippet: "  ", published: null })).toEqual({
      url: "http://a.com/",
    });
  });

  it.each([
    7,
    undefined,
    "",
    "a.com",
    "ftp://a.com/",
    "data:text/plain,x",
    `https://a.com/${"x".repeat(2035)}`,
  ])("is none at the address %j", (url) => {
    expect(readFoundPage({ url })).toBeUndefined();
  });

  it("is read no further than four times the length of a text", () => {
    const read = (blanks: number) =>
      readFoundPage({ url: "https://a.com", published: `${" ".repeat(blanks)}x` });
    expect(read(4 * 64 - 1)?.published).toBe("x");
    expect(read(4 * 64)?.published).toBeUndefined();
  });

  it("has texts and an address of a bounded length, without half characters", () => {
    const url = `https://a.com/${"x".repeat(2034)}`;
    const long = "x".repeat(9000);
    const page = readFoundPage({
      url,
      title: `${"x".repeat(299)}\u{1F600}`,
      snippet: long,
      published: long,
    })!;
    expect(page.url).toHaveLength(2048);
    expect(page.title).toBe(`${"x".repeat(299)}\uFFFD`);
    expect(page.snippet).toHaveLength(2000);
    expect(page.published).toHaveLength(64);
  });
});
