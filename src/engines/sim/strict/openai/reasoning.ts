import { has, type Members, members, objects } from "../raw-json.ts";
import type { Rules, Violation } from "../violation.ts";
import { unsupportedParameter, unsupportedValue } from "./error-body.ts";
import { familyOf } from "./families.ts";

/** Checks an effort against the levels of the model, less those that the API lacks. */
export function effortFault(
  model: string,
  param: string,
  effort: unknown,
  without: readonly string[] = [],
): Violation | undefined {
  const family = familyOf(model);
  if (typeof effort !== "string" || family === undefined) return undefined;
  if (family.efforts === undefined) return family.isReasoning ? undefined : unsupportedParameter(param);
  const levels = family.efforts.filter((one) => !without.includes(one));
  if (levels.includes(effort)) return undefined;
  const shown = levels.map((one) => `'${one}'`);
  const all = shown.length === 1 ? shown[0] : `${shown.slice(0, -1).join(", ")}, and ${shown.at(-1)}`;
  return unsupportedValue(param, effort, `Supported values are: ${all}.`);
}

/** Checks `verbosity`, which models before GPT-5 fix at medium. */
export function verbosityFault(model: string, param: string, verbosity: unknown): Violation | undefined {
  const isOld = /^(gpt-4|gpt-3|chatgpt)/.test(model);
  return isOld && typeof verbosity === "string" && verbosity !== "medium"
    ? unsupportedValue(param, verbosity, "Supported values are: 'medium'.")
    : undefined;
}

function hasFunctions(body: Members): boolean {
  return objects(body["tools"]).some((tool) => tool["type"] === "function");
}

export const reasoningRules: Rules = {
  "openai.model.endpoint": ({ model }) =>
    familyOf(model)?.isResponsesOnly === true
      ? {
          status: 404,
          message:
            "This is not a chat model and thus not supported in the v1/chat/completions endpoint. Did you mean to use v1/completions?",
          param: "model",
        }
      : undefined,

  "openai.reasoning_effort": ({ body, model }) =>
    effortFault(model, "reasoning_effort", body["reasoning_effort"], ["max"]),

  "openai.tools.reasoning": ({ body, model }) => {
    const rule = familyOf(model)?.toolsInChat;
    const effort = body["reasoning_effort"];
    if (rule === undefined || effort === "none" || !hasFunctions(body)) return undefined;
    if (rule === "effort-set" && !has(body, "reasoning_effort")) return undefined;
    return {
      message: `Function tools with reasoning_effort are not supported for ${model} in /v1/chat/completions. Please use /v1/responses instead.`,
      param: "reasoning_effort",
    };
  },

  "openai.verbosity": ({ body, model }) => verbosityFault(model, "verbosity", body["verbosity"]),

  "openai.web_search_options": ({ body, model }) =>
    members(body["web_search_options"]) === body["web_search_options"] &&
    familyOf(model) !== undefined &&
    !model.includes("search")
      ? { message: "Web search options not supported with this model.", param: "web_search_options" }
      : undefined,
};
