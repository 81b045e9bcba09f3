import { describe, expect, it } from "vitest";
import { tokenOf, withoutScheme } from "./presented-token.ts";

const keyOf = (headers: readonly string[], target = "/v1/messages") =>
  tokenOf({ method: "POST", target, headers });

describe("the key of a call", () => {
  it.each([
    ["authorization", "Bearer k", "k"],
    ["authorization", "bearer  k ", "k"],
    ["authorization", "k", "k"],
    ["Authorization", "BEARER k", "k"],
    ["x-api-key", "k", "k"],
    ["x-goog-api-key", "k", "k"],
    ["api-key", "k", "k"],
    ["x-abp-key", "k", "k"],
    ["x-abp-key", "Bearer k", "Bearer k"],
    ["sec-websocket-protocol", "realtime, openai-insecure-api-key.k", "k"],
    ["x-other-key", "k", undefined],
  ])("is read from %s: %j", (name, value, expected) => {
    expect(keyOf(["accept", "*/*", name, value])).toBe(expected);
  });

  it("is the first of several in a fixed order, and no empty one but that of `x-abp-key`", () => {
    const all = ["x-goog-api-key", "g", "x-api-key", "x", "authorization", "Bearer a"];
    expect(keyOf(all)).toBe("a");
    expect(keyOf([...all, "x-abp-key", "own"])).toBe("own");
    expect(keyOf([...all, "x-abp-key", ""])).toBe("");
    expect(keyOf(["authorization", "", "x-goog-api-key", "g"])).toBe("g");
    const protocols = ["sec-websocket-protocol", "openai-insecure-api-key.p"];
    expect(keyOf([...protocols, "x-api-key", "x"])).toBe("x");
    expect(keyOf(protocols, "/v1/realtime?key=q")).toBe("p");
  });

  it("is read from the query last", () => {
    expect(keyOf([], "/v1beta/models?alt=sse&key=a%20b")).toBe("a b");
    expect(keyOf([], "/v1beta/models?alt=sse")).toBeUndefined();
    expect(keyOf([], "/v1beta/key=a")).toBeUndefined();
    expect(keyOf([], "key=a")).toBeUndefined();
  });
});

it("the word `Bearer` is no part of a key, in any case of its letters", () => {
  expect(["Bearer a", "bEARER  a ", "Bearer", "a Bearer b", "Bearera"].map(withoutScheme)).toEqual([
    "a",
    "a",
    "Bearer",
    "a Bearer b",
    "Bearera",
  ]);
});
