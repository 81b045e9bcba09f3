import { describe, expect, it } from "vitest";
import { CANARIES, findCanaries } from "./canaries.ts";

const find = (text: string) => findCanaries(Buffer.from(text), "x").map(({ canary }) => canary);
const secret = CANARIES.prompt;

describe("a planted secret", () => {
  it("is found as it is, escaped, URL-encoded and in hexadecimal", () => {
    expect(find(`a ${secret} b`)).toEqual(["prompt"]);
    expect(find(secret.replaceAll("/", "\\/"))).toEqual(["prompt"]);
    expect(find(encodeURIComponent(`?q=${secret}&`))).toEqual(["prompt"]);
    expect(find(Buffer.from(`ab${secret}`).toString("hex"))).toEqual(["prompt"]);
  });

  it.each([0, 1, 2, 3, 4, 5])("is found inside Base64 after %i other bytes", (before) => {
    const text = `${"x".repeat(before)}${secret} and more`;
    expect(find(Buffer.from(text).toString("base64"))).toEqual(["prompt"]);
    expect(find(Buffer.from(text).toString("base64url"))).toEqual(["prompt"]);
  });

  it("is not found if it is not", () => {
    expect(find(JSON.stringify({ prompt: "crash-prompt", other: "d41b7c90e2" }))).toEqual([]);
    expect(findCanaries(Buffer.from(secret), "x", ["prompt"])).toEqual([]);
  });
});
