import { isStandardBase64, members, objects, text } from "../raw-json.ts";
import { firstIn, type Rules } from "../violation.ts";

const DATA_URL = /^data:(image|video)\/[\w.+-]+;base64,/;
const IMAGE_TYPES = /^data:image\/(jpeg|jpg|png|webp|gif);/;

export const mediaRules: Rules = {
  "kimi.media": ({ body }) =>
    firstIn(objects(body["messages"]), ({ content }) =>
      firstIn(objects(content), (part) => {
        if (part["type"] !== "image_url" && part["type"] !== "video_url") return undefined;
        const value = part[part["type"]];
        const url = text(typeof value === "string" ? value : members(value)["url"]);
        if (url.startsWith("ms://")) return undefined;
        const match = DATA_URL.exec(url);
        if (match === null)
          return {
            message: "Invalid request: unsupported image url: only data URLs and ms:// files are supported",
          };
        if (match[1] === "image" && !IMAGE_TYPES.test(url))
          return { message: "Invalid request: unsupported image format" };
        return isStandardBase64(url.slice(match[0].length))
          ? undefined
          : { message: "Invalid request: failed to decode image: illegal base64 data" };
      }),
    ),
};
