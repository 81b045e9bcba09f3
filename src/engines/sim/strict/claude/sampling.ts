import { has, isBlank, list, members } from "../raw-json.ts";
import { firstIn, type Rules, type StrictRequest } from "../violation.ts";
import { excludesTopP, fixesSampling } from "./families.ts";

export function isThinking({ body }: StrictRequest): boolean {
  const { type } = members(body["thinking"]);
  return type === "enabled" || type === "adaptive" || type === "between_tools";
}

export const samplingRules: Rules = {
  "claude.sampling.range": ({ body }) =>
    firstIn(
      [
        ["temperature", 1],
        ["top_p", 1],
        ["top_k", Number.POSITIVE_INFINITY],
      ] as const,
      ([name, most]) => {
        const value = body[name];
        if (typeof value !== "number" || (value >= 0 && value <= most)) return undefined;
        const bound = value < 0 ? "greater than or equal to 0" : `less than or equal to ${most}`;
        return { message: `${name}: Input should be ${bound}` };
      },
    ),

  "claude.sampling.deprecated": ({ body, model }) => {
    if (!fixesSampling(model)) return undefined;
    return firstIn(["temperature", "top_p", "top_k"], (name) =>
      !has(body, name) || (name === "temperature" && body[name] === 1)
        ? undefined
        : { message: `\`${name}\` is deprecated for this model.` },
    );
  },

  "claude.sampling.temperature-and-top_p": ({ body, model }) =>
    excludesTopP(model) && has(body, "temperature") && has(body, "top_p")
      ? {
          message: "`temperature` and `top_p` cannot both be specified for this model. Please use only one.",
        }
      : undefined,

  "claude.sampling.thinking": (request) => {
    if (!isThinking(request)) return undefined;
    const { temperature, top_p, top_k } = request.body;
    if (typeof temperature === "number" && temperature !== 1)
      return { message: "`temperature` may only be set to 1 when thinking is enabled or in adaptive mode." };
    if (typeof top_p === "number" && top_p < 0.95)
      return {
        message:
          "`top_p` must be greater than or equal to 0.95 or unset when thinking is enabled or in adaptive mode.",
      };
    if (typeof top_k === "number")
      return { message: "`top_k` must be unset when thinking is enabled or in adaptive mode." };
    return undefined;
  },

  "claude.stop.blank": ({ body }) =>
    list(body["stop_sequences"]).some(isBlank)
      ? { message: "stop_sequences: each stop sequence must contain non-whitespace" }
      : undefined,
};
