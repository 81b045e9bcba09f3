import { has, list, type Members } from "../raw-json.ts";
import { firstIn, firstOf, type Rules, type Violation } from "../violation.ts";
import { outOfRange, tooMany, unsupportedParameter, unsupportedValue } from "./error-body.ts";
import { familyOf } from "./families.ts";

const MAX_STOPS = 4;

const RANGES = [
  ["temperature", 0, 2],
  ["top_p", 0, 1],
  ["presence_penalty", -2, 2],
  ["frequency_penalty", -2, 2],
  ["top_logprobs", 0, 20],
] as const;

/** Checks the ranges that every model has. */
export function rangeFault(body: Members): Violation | undefined {
  return firstIn(RANGES, ([name, least, most]) => {
    const value = body[name];
    if (typeof value !== "number" || (value >= least && value <= most)) return undefined;
    return outOfRange(name, value, least, most);
  });
}

/** Checks temperature, `top_p` and log probabilities against the model and its effort. */
export function samplingFault(body: Members, model: string, effort: unknown): Violation | undefined {
  const sampling = familyOf(model)?.sampling ?? "free";
  const isFree =
    sampling === "free" ||
    (effort === "none" && sampling !== "fixed" && sampling !== "never") ||
    (sampling === "default-none" && (effort === undefined || effort === null));
  if (isFree) return undefined;
  return firstOf(
    () =>
      firstIn(["temperature", "top_p"], (name) => {
        if (!has(body, name)) return undefined;
        if (sampling === "never") return unsupportedParameter(name);
        return body[name] === 1
          ? undefined
          : unsupportedValue(name, body[name], "Only the default (1) value is supported.");
      }),
    () =>
      firstIn(["logprobs", "top_logprobs"], (name) => (body[name] ? unsupportedParameter(name) : undefined)),
  );
}

export const samplingRules: Rules = {
  "openai.sampling.range": ({ body }) => rangeFault(body),

  "openai.sampling.model": ({ body, model }) => samplingFault(body, model, body["reasoning_effort"]),

  "openai.sampling.penalties": ({ body, model }) => {
    if (familyOf(model)?.isReasoning !== true) return undefined;
    return firstOf(
      () =>
        firstIn(["presence_penalty", "frequency_penalty"], (name) =>
          body[name] ? unsupportedParameter(name) : undefined,
        ),
      () => (has(body, "logit_bias") ? unsupportedParameter("logit_bias") : undefined),
    );
  },

  "openai.sampling.n": ({ body, model }) => {
    const { n } = body;
    if (typeof n !== "number") return undefined;
    if (n < 1 || n > 128) return outOfRange("n", n, 1, 128);
    return n > 1 && /^o\d/.test(model)
      ? unsupportedValue("n", n, "Only the default (1) value is supported.")
      : undefined;
  },

  "openai.logprobs.top": ({ body }) =>
    has(body, "top_logprobs") && body["logprobs"] !== true
      ? {
          message: "The 'top_logprobs' parameter is only allowed when 'logprobs' is enabled.",
          param: "top_logprobs",
        }
      : undefined,

  "openai.stop.count": ({ body }) => {
    const { length } = list(body["stop"]);
    return length > MAX_STOPS ? tooMany("stop", MAX_STOPS, length) : undefined;
  },

  "openai.stop.model": ({ body, model }) =>
    has(body, "stop") && familyOf(model)?.takesStop === false ? unsupportedParameter("stop") : undefined,
};
