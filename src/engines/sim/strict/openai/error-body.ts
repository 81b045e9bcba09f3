import type { Members } from "../raw-json.ts";
import type { Violation } from "../violation.ts";

export function errorBody({ message, type, param, code }: Violation): Members {
  return {
    error: { message, type: type ?? "invalid_request_error", param: param ?? null, code: code ?? null },
  };
}

/** A parameter that the model does not have. */
export function unsupportedParameter(param: string, hint = ""): Violation {
  return {
    message: `Unsupported parameter: '${param}' is not supported with this model.${hint}`,
    param,
    code: "unsupported_parameter",
  };
}

/** A value that the model does not take. */
export function unsupportedValue(param: string, value: unknown, hint: string): Violation {
  const shown = typeof value === "string" ? `'${value}'` : JSON.stringify(value);
  return {
    message: `Unsupported value: '${param}' does not support ${shown} with this model. ${hint}`,
    param,
    code: "unsupported_value",
  };
}

/** A text over its maximum length. */
export function tooLong(param: string, most: number, length: number): Violation {
  return {
    message: `Invalid '${param}': string too long. Expected a string with maximum length ${most}, but got a string with length ${length} instead.`,
    param,
    code: "string_above_max_length",
  };
}

/** A list over its maximum length. */
export function tooMany(param: string, most: number, length: number): Violation {
  return {
    message: `Invalid '${param}': array too long. Expected an array with maximum length ${most}, but got an array with length ${length} instead.`,
    param,
    code: "array_above_max_length",
  };
}

/** A number outside its range. */
export function outOfRange(param: string, value: number, least: number, most: number): Violation {
  const kind =
    Number.isInteger(value) && Number.isInteger(least) && param !== "temperature" && param !== "top_p"
      ? "integer"
      : "decimal";
  const isLow = value < least;
  const bound = isLow ? `>= ${least}` : `<= ${most}`;
  return {
    message: `Invalid '${param}': ${kind} ${isLow ? "below minimum" : "above maximum"} value. Expected a value ${bound}, but got ${value} instead.`,
    param,
    code: `${kind}_${isLow ? "below_min" : "above_max"}_value`,
  };
}
