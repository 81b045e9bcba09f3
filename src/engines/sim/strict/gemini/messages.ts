import { has, type Members, members } from "../raw-json.ts";
import { firstIn, type Rules } from "../violation.ts";
import { endsWithUser } from "./families.ts";
import { camelBody, contentsOf } from "./request.ts";

const ROLES: readonly unknown[] = ["user", "model", "function", undefined, null, ""];
const DATA = [
  "text",
  "inlineData",
  "fileData",
  "functionCall",
  "functionResponse",
  "executableCode",
  "codeExecutionResult",
  "toolCall",
  "toolResponse",
  "audioTranscription",
];

// A signature may come on an empty text.
const isEmpty = (part: Members) =>
  !DATA.some((name) => has(part, name)) ||
  (part["text"] === "" && !has(part, "thoughtSignature") && !DATA.slice(1).some((name) => has(part, name)));

export const messageRules: Rules = {
  "gemini.contents.empty": (request) =>
    contentsOf(request).length === 0
      ? { message: "* GenerateContentRequest.contents: contents is not specified" }
      : undefined,

  "gemini.contents.role": (request) =>
    firstIn(contentsOf(request), ({ role }) =>
      ROLES.includes(role) ? undefined : { message: "Please use a valid role: user, model." },
    ),

  "gemini.contents.parts": (request) =>
    firstIn(contentsOf(request), ({ parts }, at) => {
      if (parts.length === 0)
        return {
          message: `* GenerateContentRequest.contents[${at}].parts: contents.parts must not be empty.`,
        };
      return firstIn(parts, (part, index) =>
        isEmpty(part)
          ? {
              message: `* GenerateContentRequest.contents[${at}].parts[${index}].data: required oneof field 'data' must have one initialized field`,
            }
          : undefined,
      );
    }),

  // A call that opens the conversation has an error of its own.
  "gemini.contents.first-role": (request) => {
    const first = contentsOf(request)[0];
    return first?.role === "model" && !first.parts.some((part) => has(part, "functionCall"))
      ? {
          message:
            "Please ensure that multiturn requests alternate between user and model, and that the first content has the role user.",
        }
      : undefined;
  },

  "gemini.contents.last-role": (request) =>
    endsWithUser(request.model) && contentsOf(request).at(-1)?.role === "model"
      ? {
          message:
            "Please ensure that multiturn requests end with a user role. The final turn of the request must not be a model turn.",
        }
      : undefined,

  "gemini.system.text": (request) => {
    const system = camelBody(request)["systemInstruction"];
    if (system === undefined || system === null) return undefined;
    const { parts } = members(system);
    const all = Array.isArray(parts) ? parts.map(members) : [members(parts)];
    if (parts === undefined || all.length === 0)
      return { message: "* GenerateContentRequest.system_instruction.parts: must not be empty." };
    return all.every((part) => typeof part["text"] === "string")
      ? undefined
      : { message: "System instruction supports only text." };
  },
};
