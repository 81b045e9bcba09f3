import { tooLong } from "../openai/error-body.ts";
import { nameFault, toolCount, withoutTools } from "../openai/tools.ts";
import { has, list, type Members, members, objects, text } from "../raw-json.ts";
import { firstIn, type Rules } from "../violation.ts";

const MAX_CALL_ID = 64;
const MAX_DOMAINS = 100;

const CALLS = new Map([
  ["function_call", "function_call_output"],
  ["custom_tool_call", "custom_tool_call_output"],
  ["local_shell_call", "local_shell_call_output"],
  ["shell_call", "shell_call_output"],
  ["apply_patch_call", "apply_patch_call_output"],
]);
const OUTPUTS = new Map([...CALLS].map(([call, output]) => [output, call]));

const additional = (body: Members) =>
  objects(body["input"]).filter((item) => item["type"] === "additional_tools");

/** Whether the input itself offers tools. */
const offersMore = (body: Members): boolean =>
  additional(body).some((item) => objects(item["tools"]).length > 0);

const offeredTools = (body: Members): Members[] => [
  ...objects(body["tools"]),
  ...additional(body).flatMap((item) => objects(item["tools"])),
];

export const toolRules: Rules = {
  "codex.tools.count": ({ body, model }) => toolCount(body, model),

  "codex.tools.name": ({ body }) =>
    firstIn(objects(body["tools"]), (tool, index) => nameFault(`tools[${index}].name`, tool["name"])),

  "codex.tools.domains": ({ body }) =>
    firstIn(objects(body["tools"]), (tool, index) =>
      firstIn(["allowed_domains", "blocked_domains"], (name) => {
        const { length } = list(members(tool["filters"])[name]);
        const param = `tools[${index}].filters.${name}`;
        return length > MAX_DOMAINS
          ? {
              message: `Invalid '${param}': array too long. Expected an array with maximum length ${MAX_DOMAINS}, but got an array with length ${length} instead.`,
              param,
              code: "array_above_max_length",
            }
          : undefined;
      }),
    ),

  "codex.calls.name": ({ body }) =>
    firstIn(objects(body["input"]), (item, at) =>
      item["type"] === "function_call" || item["type"] === "custom_tool_call"
        ? nameFault(`input[${at}].name`, item["name"])
        : undefined,
    ),

  "codex.calls.call_id": ({ body }) =>
    firstIn(objects(body["input"]), (item, at) => {
      const { length } = text(item["call_id"]);
      if (length > MAX_CALL_ID) return tooLong(`input[${at}].call_id`, MAX_CALL_ID, length);
      return item["call_id"] === ""
        ? {
            message: `Invalid 'input[${at}].call_id': empty string. Expected a string with minimum length 1, but got an empty string instead.`,
            param: `input[${at}].call_id`,
            code: "empty_string",
          }
        : undefined;
    }),

  "codex.choice.without-tools": ({ body }) =>
    hasKeptState(body) || offersMore(body) ? undefined : withoutTools({ ...body, parallel_tool_calls: null }),

  "codex.choice.unknown-tool": ({ body }) => {
    const { type, name } = members(body["tool_choice"]);
    if (type !== "function" && type !== "custom") return undefined;
    return offeredTools(body).some((tool) => tool["name"] === name)
      ? undefined
      : { message: `Tool choice '${text(name)}' not found in 'tools' parameter.`, param: "tool_choice" };
  },

  "codex.calls.unanswered": ({ body }) => {
    const items = objects(body["input"]);
    return firstIn(items, (item) => {
      const output = CALLS.get(text(item["type"]));
      if (output === undefined) return undefined;
      const isAnswered = items.some((one) => one["type"] === output && one["call_id"] === item["call_id"]);
      return isAnswered
        ? undefined
        : { message: `No tool output found for function call ${text(item["call_id"])}.`, param: "input" };
    });
  },

  "codex.results.unexpected": ({ body }) => {
    const items = objects(body["input"]);
    if (hasKeptState(body) || items.some((one) => one["type"] === "item_reference")) return undefined;
    return firstIn(items, (item, at) => {
      const call = OUTPUTS.get(text(item["type"]));
      if (call === undefined) return undefined;
      const isCalled = items
        .slice(0, at)
        .some((one) => one["type"] === call && one["call_id"] === item["call_id"]);
      return isCalled
        ? undefined
        : {
            message: `No tool call found for function call output with call_id ${text(item["call_id"])}.`,
            param: "input",
          };
    });
  },
};

function hasKeptState(body: Readonly<Record<string, unknown>>): boolean {
  return has(body, "previous_response_id") || has(body, "conversation") || has(body, "prompt");
}
