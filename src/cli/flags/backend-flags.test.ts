import { describe, expect, it } from "vitest";
import { readBackendNames, readModelFlags } from "./backend-flags.ts";

describe("--backends", () => {
  it("takes two or more names", () => {
    expect(readBackendNames("a, b")).toEqual(["a", "b"]);
    expect(readBackendNames("a,b,c")).toEqual(["a", "b", "c"]);
  });

  it.each([undefined, "", "a", "a,", ",a,b"])("refuses %j", (text) => {
    expect(() => readBackendNames(text)).toThrowError(
      expect.objectContaining({
        code: "usage_invalid",
        where: "--backends",
        message: expect.stringContaining("at least two"),
      }),
    );
  });

  it("refuses a name that stands twice", () => {
    expect(() => readBackendNames("a,b,a")).toThrowError(
      expect.objectContaining({ code: "usage_invalid", message: '"a" is named twice', where: "--backends" }),
    );
  });
});

describe("--model of a comparison", () => {
  const read = (...values: string[]) => Object.fromEntries(readModelFlags(values, ["a", "b"]));

  it("is for all backends, or for one", () => {
    expect(read()).toEqual({});
    expect(read("m")).toEqual({ a: "m", b: "m" });
    expect(read("b=n")).toEqual({ b: "n" });
    expect(read("m", "b=n=1")).toEqual({ a: "m", b: "n=1" });
    expect(read("b=n", "m")).toEqual({ a: "m", b: "n" });
  });

  it("keeps an equals sign if no backend has the name before it", () => {
    expect(read("family=m")).toEqual({ a: "family=m", b: "family=m" });
    expect(read("=m")).toEqual({ a: "=m", b: "=m" });
  });

  it("is refused if it is named twice", () => {
    expect(() => read("m", "n")).toThrowError(
      expect.objectContaining({ message: "two models are named for all backends", where: "--model" }),
    );
    expect(() => read("a=m", "a=n")).toThrowError(
      expect.objectContaining({
        code: "usage_invalid",
        message: "two models are named for a",
        where: "--model",
      }),
    );
  });
});
