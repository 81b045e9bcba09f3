import { expect, it } from "vitest";
import { describeRules, messageOf } from "../fixtures/rule-cases.ts";
import { content, error, path, plain } from "./fixtures/requests.ts";
import { mediaRules } from "./media.ts";

describeRules({
  dialect: "codex",
  rules: mediaRules,
  plain,
  path,
  cases: [
    {
      rule: "codex.media",
      good: content({ type: "input_file", filename: "a.pdf", file_data: "data:application/pdf;base64,AAAA" }),
      bad: content({ type: "input_file", file_data: "data:application/pdf;base64,AAAA" }),
      body: error(
        "Missing required parameter: 'input[0].content[0].filename'.",
        "input[0].content[0].filename",
        "missing_required_parameter",
      ),
    },
    {
      rule: "codex.media",
      good: content({ type: "input_image", image_url: "data:image/png;base64,AAAA" }),
      bad: content({ type: "input_image", file_id: "file_011" }),
      body: error(
        "Invalid 'input[0].content[0].file_id': 'file_011'. Expected an ID that begins with 'file'.",
        "input[0].content[0].file_id",
        "invalid_value",
      ),
    },
  ],
});

const at = "input[1].content[1]";
const say = (part: object, member = "content") =>
  messageOf(mediaRules, "codex.media", "m", {
    input: [{ content: "a" }, { [member]: [{ type: "input_text" }, part] }],
  });
const noUrl = "Expected a valid URL, but got a value with an invalid format.";

it.each<[object, string | undefined]>([
  [{ type: "input_file", file_url: "https://h/a" }, undefined],
  [{ type: "input_file", file_url: "HTTP://h/a" }, undefined],
  [{ type: "input_file", file_url: "gs://h/a" }, `Invalid '${at}.file_url'. Expected a valid URL.`],
  [{ type: "input_file", file_url: 5 }, `Invalid '${at}.file_url'. Expected a valid URL.`],
  [{ type: "input_file", file_id: "file-1" }, undefined],
  [
    { type: "input_file", file_url: "https://h/a", file_id: "x" },
    `Invalid '${at}.file_id': 'x'. Expected an ID that begins with 'file'.`,
  ],
  [{ type: "input_image", image_url: "https://h/a" }, undefined],
  [{ type: "input_image", image_url: "gs://h/a" }, `Invalid '${at}.image_url'. ${noUrl}`],
  [{ type: "input_image", image_url: "gs://h/a", file_id: "file-1" }, `Invalid '${at}.image_url'. ${noUrl}`],
  [{ type: "input_image", file_id: "file-1" }, undefined],
  [
    { type: "input_image", file_id: "x" },
    `Invalid '${at}.file_id': 'x'. Expected an ID that begins with 'file'.`,
  ],
  [{ type: "other", image_url: "gs://h/a", file_id: "x" }, undefined],
])("the part %j says %j", (part, message) => {
  expect(say(part)).toBe(message);
  expect(say(part, "output")).toBe(message?.replaceAll(at, "input[1].output[1]"));
  expect(say(part, "summary")).toBeUndefined();
});

it("names the address of a file as the parameter that is wrong", () => {
  const input = [{ content: [{ type: "input_file", file_url: "gs://h/a" }] }];
  expect(mediaRules["codex.media"]!({ model: "m", stream: false, body: { input } })).toEqual({
    message: "Invalid 'input[0].content[0].file_url'. Expected a valid URL.",
    param: "input[0].content[0].file_url",
    code: "invalid_value",
  });
});
