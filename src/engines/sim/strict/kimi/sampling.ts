import { has, list, text } from "../raw-json.ts";
import { firstIn, type Rules } from "../violation.ts";
import { familyOf } from "./families.ts";
import { isThinking } from "./thinking.ts";

const MAX_STOPS = 5;
const MAX_STOP_BYTES = 32;
const TOP_P = 0.95;

export const samplingRules: Rules = {
  "kimi.temperature": (request) => {
    const { body, model } = request;
    const value = body["temperature"];
    const family = familyOf(model);
    if (typeof value !== "number") return undefined;
    if (family === undefined)
      return value < 0 || value > 1 ? { message: "invalid temperature: must be between 0 and 1" } : undefined;
    // With thinking off 0.6 is the only value that is reported.
    const only = isThinking(request) ? 1 : 0.6;
    return value === only
      ? undefined
      : { message: `invalid temperature: only ${only} is allowed for this model` };
  },

  "kimi.top_p": ({ body, model }) =>
    typeof body["top_p"] === "number" && familyOf(model) !== undefined && body["top_p"] !== TOP_P
      ? { message: `invalid top_p: only ${TOP_P} is allowed for this model` }
      : undefined,

  "kimi.n": ({ body, model }) =>
    typeof body["n"] === "number" && body["n"] !== 1 && familyOf(model) !== undefined
      ? { message: "invalid n: only 1 is allowed for this model" }
      : undefined,

  "kimi.penalties": ({ body, model }) =>
    firstIn(["presence_penalty", "frequency_penalty"], (name) =>
      familyOf(model) !== undefined && has(body, name) && body[name] !== 0
        ? { message: `invalid ${name}: only 0 is allowed for this model` }
        : undefined,
    ),

  "kimi.logprobs": ({ body, model }) =>
    /^kimi-k3/.test(model) && (body["logprobs"] === true || has(body, "top_logprobs"))
      ? { message: "logprobs is not supported for this model" }
      : undefined,

  "kimi.stop": ({ body }) => {
    const stops = Array.isArray(body["stop"]) ? list(body["stop"]) : has(body, "stop") ? [body["stop"]] : [];
    if (stops.length > MAX_STOPS)
      return { message: `Invalid request: stop supports at most ${MAX_STOPS} sequences` };
    return stops.some((one) => Buffer.byteLength(text(one)) > MAX_STOP_BYTES)
      ? { message: `Invalid request: each stop sequence must be at most ${MAX_STOP_BYTES} bytes` }
      : undefined;
  },
};
