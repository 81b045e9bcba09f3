import { isAnyBase64, members, text } from "../raw-json.ts";
import { firstIn, type Rules } from "../violation.ts";
import { contentsOf } from "./request.ts";

const IMAGES = ["image/png", "image/jpeg", "image/jpg", "image/webp", "image/heic", "image/heif"];
const URI = /^(https?:\/\/|gs:\/\/|files\/)/i;

export const mediaRules: Rules = {
  "gemini.media.type": (request) =>
    firstIn(contentsOf(request), ({ parts }) =>
      firstIn(parts, (part) => {
        const type = text(members(part["inlineData"] ?? part["fileData"])["mimeType"]).toLowerCase();
        return type.startsWith("image/") && !IMAGES.includes(type)
          ? { message: `Unsupported MIME type: ${type}` }
          : undefined;
      }),
    ),

  "gemini.media.base64": (request) =>
    firstIn(contentsOf(request), ({ parts }, at) =>
      firstIn(parts, (part, index) => {
        const { data, mimeType } = members(part["inlineData"]);
        if (part["inlineData"] === undefined) return undefined;
        const place = `contents[${at}].parts[${index}].inline_data`;
        if (typeof data !== "string" || data === "" || !isAnyBase64(data))
          return {
            message: `Invalid value at '${place}.data' (TYPE_BYTES), Base64 decoding failed for "${text(data).slice(0, 60)}"`,
          };
        return text(mimeType) === ""
          ? { message: `* GenerateContentRequest.${place}.mime_type: must be set.` }
          : undefined;
      }),
    ),

  // Whether an https address that is no file of Google's is taken is uncertain.
  "gemini.media.uri": (request) =>
    firstIn(contentsOf(request), ({ parts }) =>
      firstIn(parts, (part) => {
        if (part["fileData"] === undefined) return undefined;
        const uri = text(members(part["fileData"])["fileUri"]);
        return URI.test(uri) ? undefined : { message: `Invalid or unsupported file uri: ${uri}` };
      }),
    ),
};
