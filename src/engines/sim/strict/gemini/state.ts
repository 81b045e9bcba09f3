import { isAnyBase64, isMembers, members, text } from "../raw-json.ts";
import { firstIn, type Rules } from "../violation.ts";
import { isThirdGeneration } from "./families.ts";
import { contentsOf } from "./request.ts";

export const stateRules: Rules = {
  "gemini.signature.base64": (request) =>
    firstIn(contentsOf(request), ({ parts }, at) =>
      firstIn(parts, (part, index) => {
        const signature = part["thoughtSignature"];
        return typeof signature !== "string" || isAnyBase64(signature)
          ? undefined
          : {
              message: `Invalid value at 'contents[${at}].parts[${index}].thought_signature' (TYPE_BYTES), Base64 decoding failed for "${signature.slice(0, 60)}"`,
            };
      }),
    ),

  "gemini.signature.missing": (request) => {
    if (!isThirdGeneration(request.model) || request.model.includes("image")) return undefined;
    return firstIn(contentsOf(request), ({ parts }, at) => {
      const first = parts.find((part) => isMembers(part["functionCall"]));
      if (first === undefined || text(first["thoughtSignature"]) !== "") return undefined;
      const { name } = members(first["functionCall"]);
      return {
        message: `Unable to submit request because function call \`${text(name)}\` in the ${at + 1}. content block is missing a \`thought_signature\`. Learn more: https://docs.cloud.google.com/vertex-ai/generative-ai/docs/thought-signatures`,
      };
    });
  },
};
