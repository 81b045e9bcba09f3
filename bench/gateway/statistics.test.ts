import { describe, expect, it } from "vitest";
import { median, medianInterval, quantile } from "./statistics.ts";

describe("median", () => {
  it("is the middle of an odd number of values", () => {
    expect(median([9, 1, 5])).toBe(5);
  });

  it("is the mean of the two middle values of an even number", () => {
    expect(median([10, 1, 2, 4])).toBe(3);
  });

  it("sorts by value and not by text", () => {
    expect(median([100, 9, 20])).toBe(20);
  });

  it("ignores values that are not finite", () => {
    expect(median([Number.NaN, 2, Number.POSITIVE_INFINITY])).toBe(2);
  });

  it("is NaN without values", () => {
    expect(median([])).toBeNaN();
  });
});

describe("quantile", () => {
  it("interpolates between the nearest values", () => {
    expect(quantile([40, 10, 20, 30], 0.25)).toBe(17.5);
    expect(quantile([40, 10, 20, 30], 0.75)).toBe(32.5);
  });

  it("returns the ends for the shares 0 and 1", () => {
    expect(quantile([3, 1, 2], 0)).toBe(1);
    expect(quantile([3, 1, 2], 1)).toBe(3);
  });
});

describe("medianInterval", () => {
  it("covers the whole range when there are few values", () => {
    expect(medianInterval([3, 1, 2])).toEqual([1, 3]);
  });

  it("leaves out the outer values when there are many", () => {
    const values = Array.from({ length: 24 }, (_, index) => 24 - index);
    expect(medianInterval(values)).toEqual([8, 17]);
  });

  it("is NaN without values", () => {
    expect(medianInterval([])).toEqual([Number.NaN, Number.NaN]);
  });
});
