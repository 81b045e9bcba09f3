import { describe, expect, it } from "vitest";
import { displayPath } from "./display-path.ts";

const raw = (text: string) => Buffer.from(text).toString("latin1");

describe("a path for people", () => {
  it("W13 is the text if the bytes are UTF-8, a byte order mark included", () => {
    expect(["", "a/b c", raw("größe/ü"), raw("\ufeffx")].map(displayPath)).toEqual([
      "",
      "a/b c",
      "größe/ü",
      "\ufeffx",
    ]);
  });

  it("W13 shows the bytes if they are not UTF-8", () => {
    expect(displayPath("a\xff")).toBe("base64:Yf8=");
  });

  it("W13 shows the bytes of a name that looks like them, so that no two names look alike", () => {
    expect(displayPath("base64:Yf8=")).toBe(`base64:${Buffer.from("base64:Yf8=").toString("base64")}`);
    expect(displayPath("x/base64:Yf8=")).toBe("x/base64:Yf8=");
  });
});
