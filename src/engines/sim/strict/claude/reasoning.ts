import { members } from "../raw-json.ts";
import type { Rules } from "../violation.ts";
import {
  alwaysThinks,
  effortsOf,
  familyOf,
  refusesAdaptive,
  refusesBudget,
  thinksAtHighEffort,
  thinksBetweenTools,
} from "./families.ts";

const HIGH_EFFORTS: readonly unknown[] = ["xhigh", "max"];

const unsupported = (type: string) => ({
  message: `"thinking.type.${type}" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.`,
});

export const reasoningRules: Rules = {
  "claude.thinking.disabled": ({ body, model }) =>
    members(body["thinking"])["type"] === "disabled" && alwaysThinks(model)
      ? unsupported("disabled")
      : undefined,

  "claude.thinking.enabled": ({ body, model }) =>
    members(body["thinking"])["type"] === "enabled" && refusesBudget(model)
      ? unsupported("enabled")
      : undefined,

  "claude.thinking.adaptive": ({ body, model }) =>
    members(body["thinking"])["type"] === "adaptive" && refusesAdaptive(model)
      ? { message: "adaptive thinking is not supported on this model" }
      : undefined,

  "claude.thinking.between_tools": ({ body, model }) => {
    if (members(body["thinking"])["type"] !== "between_tools") return undefined;
    if (familyOf(model) !== undefined && !thinksBetweenTools(model)) return unsupported("between_tools");
    return HIGH_EFFORTS.includes(members(body["output_config"])["effort"])
      ? { message: "thinking.type.between_tools is not supported with output_config.effort xhigh or max" }
      : undefined;
  },

  "claude.thinking.budget": ({ body }) => {
    const { type, budget_tokens: budget } = members(body["thinking"]);
    const most = body["max_tokens"];
    if (type !== "enabled" || typeof budget !== "number") return undefined;
    if (budget < 1024)
      return { message: "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024" };
    return typeof most === "number" && budget >= most
      ? {
          message:
            "`max_tokens` must be greater than `thinking.budget_tokens`. Please consult our documentation at https://docs.claude.com/en/docs/build-with-claude/extended-thinking#max-tokens-and-context-window-size",
        }
      : undefined;
  },

  "claude.effort": ({ body, model }) => {
    const { effort } = members(body["output_config"]);
    const levels = effortsOf(model);
    if (typeof effort !== "string" || levels === undefined || levels.includes(effort)) return undefined;
    return levels.length === 0
      ? { message: "This model does not support the effort parameter." }
      : {
          message: `This model does not support effort level '${effort}'. Supported levels: ${levels.join(", ")}.`,
        };
  },

  "claude.effort.disabled": ({ body, model }) =>
    members(body["thinking"])["type"] === "disabled" &&
    thinksAtHighEffort(model) &&
    HIGH_EFFORTS.includes(members(body["output_config"])["effort"])
      ? { message: "thinking.type.disabled is not supported with output_config.effort xhigh or max" }
      : undefined,
};
