import { fileFault, imageFault } from "../openai/media.ts";
import { has, type Members, objects, text } from "../raw-json.ts";
import { firstIn, type Rules, type Violation } from "../violation.ts";

export const mediaRules: Rules = {
  "codex.media": ({ body }) =>
    firstIn(objects(body["input"]), (item, at) =>
      firstIn(["content", "output"], (member) =>
        firstIn(objects(item[member]), (part, index) => partFault(part, `input[${at}].${member}[${index}]`)),
      ),
    ),
};

function partFault(part: Members, place: string): Violation | undefined {
  if (part["type"] === "input_file")
    return has(part, "file_url") && !/^https?:\/\//i.test(text(part["file_url"]))
      ? {
          message: `Invalid '${place}.file_url'. Expected a valid URL.`,
          param: `${place}.file_url`,
          code: "invalid_value",
        }
      : fileFault(place, part);
  if (part["type"] !== "input_image") return undefined;
  return has(part, "image_url")
    ? imageFault(`${place}.image_url`, part["image_url"])
    : fileFault(place, part);
}
