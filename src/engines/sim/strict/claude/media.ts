import { isStandardBase64, members, text } from "../raw-json.ts";
import { firstIn, type Rules } from "../violation.ts";
import { allBlocks } from "./turns.ts";

const FILE_ID = /^file_[A-Za-z0-9]+$/;

export const mediaRules: Rules = {
  "claude.media.base64": (request) =>
    firstIn(allBlocks(request), ({ block, where }) => {
      const { type, data } = members(block["source"]);
      if (type !== "base64" || isStandardBase64(text(data))) return undefined;
      return { message: `${where}.${text(block["type"])}.source.base64: invalid base64 data` };
    }),

  "claude.media.url": (request) =>
    firstIn(allBlocks(request), ({ block, where }) => {
      const { type, url } = members(block["source"]);
      if (type !== "url" || /^https?:\/\//i.test(text(url))) return undefined;
      return {
        message: `${where}.${text(block["type"])}.source.url.url: Only HTTP and HTTPS URLs are supported`,
      };
    }),

  "claude.media.file-id": (request) =>
    firstIn(allBlocks(request), ({ block }) => {
      const source = members(block["source"]);
      const id = block["type"] === "container_upload" ? block["file_id"] : source["file_id"];
      if (id === undefined || FILE_ID.test(text(id))) return undefined;
      return { status: 404, type: "not_found_error", message: `File not found: ${text(id)}` };
    }),
};
