import { has, isStandardBase64, type Members, members, objects, text } from "../raw-json.ts";
import { firstIn, type Rules, type Violation } from "../violation.ts";

const IMAGE_TYPES = ["image/jpeg", "image/jpg", "image/png", "image/gif", "image/webp"];
const DATA_URL = /^data:([^;,]*)(?:;[^,]*)?,/;
const FILE_ID = /^file-/;

/** Checks an image's address: http, https, or a data URL of a known type in standard base64. */
export function imageFault(param: string, url: unknown): Violation | undefined {
  const address = text(url);
  if (/^https?:\/\//i.test(address)) return undefined;
  const match = DATA_URL.exec(address);
  if (match === null)
    return {
      message: `Invalid '${param}'. Expected a valid URL, but got a value with an invalid format.`,
      param,
      code: "invalid_value",
    };
  if (!IMAGE_TYPES.includes(match[1]!.toLowerCase()))
    return {
      message: `You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].`,
      param,
      code: "invalid_image_format",
    };
  return isStandardBase64(address.slice(match[0].length))
    ? undefined
    : {
        message: `Invalid '${param}'. Expected a base64-encoded data URL with an image MIME type (e.g. 'data:image/png;base64,aW1nIGJ5dGVzIGhlcmU='), but got a value without the 'data:' prefix.`,
        param,
        code: "invalid_value",
      };
}

/** Checks a file: an id of OpenAI, or a data URL with a name. */
export function fileFault(param: string, file: Members): Violation | undefined {
  if (has(file, "file_id"))
    return FILE_ID.test(text(file["file_id"]))
      ? undefined
      : {
          message: `Invalid '${param}.file_id': '${text(file["file_id"])}'. Expected an ID that begins with 'file'.`,
          param: `${param}.file_id`,
          code: "invalid_value",
        };
  if (!has(file, "file_data")) return undefined;
  if (!has(file, "filename"))
    return {
      message: `Missing required parameter: '${param}.filename'.`,
      param: `${param}.filename`,
      code: "missing_required_parameter",
    };
  const match = DATA_URL.exec(text(file["file_data"]));
  return match !== null && isStandardBase64(text(file["file_data"]).slice(match[0].length))
    ? undefined
    : {
        message: `Invalid '${param}.file_data'. Expected a base64-encoded data URL with a file MIME type (e.g. 'data:application/pdf;base64,JVBERi0xLjQ='), but got an invalid value.`,
        param: `${param}.file_data`,
        code: "invalid_value",
      };
}

export const mediaRules: Rules = {
  "openai.media": ({ body, model }) =>
    firstIn(objects(body["messages"]), (message, at) =>
      firstIn(objects(message["content"]), (part, index) => {
        const place = `messages[${at}].content[${index}]`;
        switch (part["type"]) {
          case "image_url":
            return imageFault(`${place}.image_url.url`, addressOf(part["image_url"]));
          case "file":
            return fileFault(`${place}.file`, members(part["file"]));
          case "input_audio":
            return audioFault(place, part, model);
          default:
            return undefined;
        }
      }),
    ),
};

function addressOf(image: unknown): unknown {
  return typeof image === "string" ? image : members(image)["url"];
}

function audioFault(place: string, part: Members, model: string): Violation | undefined {
  if (/^(gpt|o)/.test(model) && !model.includes("audio"))
    return {
      message: "Invalid value: 'input_audio'. This model does not support audio input.",
      param: `${place}.type`,
      code: "invalid_value",
    };
  return isStandardBase64(text(members(part["input_audio"])["data"]))
    ? undefined
    : {
        message: `Invalid '${place}.input_audio.data'. Expected base64-encoded audio.`,
        param: `${place}.input_audio.data`,
        code: "invalid_value",
      };
}
