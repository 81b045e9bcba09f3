import { has, isMembers, list, type Members, members, text } from "../raw-json.ts";
import { firstIn, type Rules } from "../violation.ts";
import { isSecondGeneration, isThirdGeneration } from "./families.ts";
import { type Content, camelBody, contentsOf, declarationsOf, toolsOf, turnsOf } from "./request.ts";

const NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$/;
const BUILT_IN = [
  "googleSearch",
  "googleSearchRetrieval",
  "codeExecution",
  "urlContext",
  "googleMaps",
  "fileSearch",
  "computerUse",
  "enterpriseWebSearch",
];
const MAX_PARAMETER_NAME = 64;

const callsOf = ({ parts }: Content) => parts.filter((part) => isMembers(part["functionCall"]));
const responsesOf = ({ parts }: Content) => parts.filter((part) => isMembers(part["functionResponse"]));

export const toolRules: Rules = {
  "gemini.tools.name": (request) =>
    firstIn(declarationsOf(request), ({ tool, where }) =>
      NAME.test(text(tool["name"]))
        ? undefined
        : {
            message: `* GenerateContentRequest.${where}.name: Invalid function name. Must start with a letter or an underscore. Must be alphanumeric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 128.`,
          },
    ),

  "gemini.tools.unique": (request) => {
    const seen = new Set<unknown>();
    return firstIn(declarationsOf(request), ({ tool }) => {
      if (seen.has(tool["name"]))
        return { message: `Duplicate function declaration found: ${text(tool["name"])}` };
      seen.add(tool["name"]);
      return undefined;
    });
  },

  "gemini.tools.parameter-name": (request) =>
    firstIn(declarationsOf(request), ({ tool, where }) =>
      firstIn(Object.keys(members(members(tool["parameters"])["properties"])), (name) =>
        name.length > MAX_PARAMETER_NAME || name === ""
          ? {
              message: `* GenerateContentRequest.${where}.parameters.properties: Invalid parameter name "${name}". The maximum length is ${MAX_PARAMETER_NAME}.`,
            }
          : undefined,
      ),
    ),

  "gemini.calls.name": (request) =>
    firstIn(contentsOf(request), ({ parts }, at) =>
      firstIn(parts, (part, index) =>
        firstIn(["functionCall", "functionResponse"], (kind) =>
          isMembers(part[kind]) && text(members(part[kind])["name"]) === ""
            ? {
                message: `* GenerateContentRequest.contents[${at}].parts[${index}].${kind === "functionCall" ? "function_call" : "function_response"}.name: Name cannot be empty.`,
              }
            : undefined,
        ),
      ),
    ),

  "gemini.tools.built-in": (request) => {
    const names = toolsOf(request).flatMap((tool) => BUILT_IN.filter((name) => isMembers(tool[name])));
    if (names.length === 0 || declarationsOf(request).length === 0) return undefined;
    if (isSecondGeneration(request.model))
      return {
        message:
          "Built-in tools and Function Calling cannot be combined in the same request. Please choose one.",
      };
    if (!isThirdGeneration(request.model)) return undefined;
    const config = members(camelBody(request)["toolConfig"]);
    // A mode other than VALIDATED was accepted in recordings, though one source asks for it.
    return config["includeServerSideToolInvocations"] === true
      ? undefined
      : {
          message:
            "Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function calling.",
        };
  },

  "gemini.choice.without-tools": (request) => {
    const { mode } = calling(camelBody(request));
    const isSet = mode === "ANY" || mode === "VALIDATED";
    return isSet && declarationsOf(request).length === 0
      ? { message: "Function calling config is set without function_declarations." }
      : undefined;
  },

  "gemini.choice.allowed": (request) => {
    const { mode, allowed } = calling(camelBody(request));
    if (allowed.length === 0) return undefined;
    if (mode !== "ANY" && mode !== "VALIDATED")
      return {
        message: "Please set allowed_function_names only when function calling mode is ANY or VALIDATED.",
      };
    const names = declarationsOf(request).map(({ tool }) => tool["name"]);
    const stray = allowed.find((name) => !names.includes(name));
    return stray === undefined
      ? undefined
      : { message: `allowed_function_names contains a function that is not declared: ${text(stray)}` };
  },

  "gemini.calls.place": (request) => {
    const first = turnsOf(request)[0];
    return first !== undefined && callsOf(first).length > 0
      ? {
          message:
            "Please ensure that function call turn comes immediately after a user turn or after a function response turn.",
        }
      : undefined;
  },

  "gemini.calls.unanswered": (request) => {
    const contents = turnsOf(request);
    return firstIn(contents, (content, at) => {
      const calls = callsOf(content).length;
      const next = contents[at + 1];
      if (calls === 0 || next === undefined) return undefined;
      return responsesOf(next).length === calls
        ? undefined
        : {
            message:
              "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.",
          };
    });
  },

  "gemini.results.unexpected": (request) => {
    const contents = turnsOf(request);
    return firstIn(contents, (content, at) => {
      const before = contents[at - 1];
      if (responsesOf(content).length === 0 || (before !== undefined && callsOf(before).length > 0))
        return undefined;
      return {
        message: "Please ensure that function response turn comes immediately after a function call turn.",
      };
    });
  },

  "gemini.results.parts": (request) =>
    firstIn(contentsOf(request), (content) =>
      firstIn(responsesOf(content), (part) =>
        has(members(part["functionResponse"]), "parts") && isSecondGeneration(request.model)
          ? { message: "Multimodal function responses are not supported for this model." }
          : undefined,
      ),
    ),
};

function calling(body: Members): { mode: string | undefined; allowed: readonly unknown[] } {
  const { mode, allowedFunctionNames } = members(members(body["toolConfig"])["functionCallingConfig"]);
  return {
    mode: typeof mode === "string" ? mode.toUpperCase() : undefined,
    allowed: list(allowedFunctionNames),
  };
}
