import { describe, expect, it } from "vitest";
import {
  errorBody,
  outOfRange,
  tooLong,
  tooMany,
  unsupportedParameter,
  unsupportedValue,
} from "./error-body.ts";

describe("an error of OpenAI", () => {
  it("has four members, whatever the violation names", () => {
    expect(errorBody({ message: "m" })).toEqual({
      error: { message: "m", type: "invalid_request_error", param: null, code: null },
    });
    expect(errorBody({ message: "m", type: "t", param: "p", code: "c" })).toEqual({
      error: { message: "m", type: "t", param: "p", code: "c" },
    });
  });

  it("names a parameter that the model lacks", () => {
    expect(unsupportedParameter("p", " Use q.")).toEqual({
      message: "Unsupported parameter: 'p' is not supported with this model. Use q.",
      param: "p",
      code: "unsupported_parameter",
    });
    expect(unsupportedParameter("p").message).toMatch(/model\.$/);
  });

  it.each([
    ["x", "'x'"],
    [0.5, "0.5"],
    [[1], "[1]"],
  ])("shows the value %j that the model does not take as %s", (value, shown) => {
    expect(unsupportedValue("p", value, "Hint.")).toEqual({
      message: `Unsupported value: 'p' does not support ${shown} with this model. Hint.`,
      param: "p",
      code: "unsupported_value",
    });
  });

  it("names the most characters of a text, and the most items of a list", () => {
    expect(tooLong("p", 2, 3)).toEqual({
      message:
        "Invalid 'p': string too long. Expected a string with maximum length 2, but got a string with length 3 instead.",
      param: "p",
      code: "string_above_max_length",
    });
    expect(tooMany("p", 2, 3)).toEqual({
      message:
        "Invalid 'p': array too long. Expected an array with maximum length 2, but got an array with length 3 instead.",
      param: "p",
      code: "array_above_max_length",
    });
  });

  it.each<[string, number, number, string, string]>([
    ["n", 0, 1, "integer below minimum value. Expected a value >= 1", "integer_below_min_value"],
    ["n", 9, 1, "integer above maximum value. Expected a value <= 5", "integer_above_max_value"],
    ["n", 5.5, 1, "decimal above maximum value. Expected a value <= 5", "decimal_above_max_value"],
    ["n", -1, 0.5, "decimal below minimum value. Expected a value >= 0.5", "decimal_below_min_value"],
    ["temperature", 9, 1, "decimal above maximum value. Expected a value <= 5", "decimal_above_max_value"],
    ["top_p", 0, 1, "decimal below minimum value. Expected a value >= 1", "decimal_below_min_value"],
  ])("says of %s = %d from %d to 5: %s", (param, value, least, words, code) => {
    expect(outOfRange(param, value, least, 5)).toEqual({
      message: `Invalid '${param}': ${words}, but got ${value} instead.`,
      param,
      code,
    });
  });
});
