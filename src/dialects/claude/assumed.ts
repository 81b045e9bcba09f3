import { type Assumptions, isFalse, isOneOf } from "../features/assumed.ts";

/** What the Messages API assumes without the members that it alone has. */
export const assumed: Assumptions = {
  values: {
    speed: isOneOf("standard"),
    eager_input_streaming: isFalse,
    defer_loading: isFalse,
    allowed_callers: (value) => Array.isArray(value) && value.every((one) => one === "direct"),
  },
  settings: new Set(["context_management", "output_config", "metadata", "diagnostics"]),
};
