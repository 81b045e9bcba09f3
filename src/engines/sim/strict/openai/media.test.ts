import { expect, it } from "vitest";
import { describeRules, messageOf } from "../fixtures/rule-cases.ts";
import { error, on, part, path, plain } from "./fixtures/requests.ts";
import { mediaRules } from "./media.ts";

describeRules({
  dialect: "openai",
  rules: mediaRules,
  plain,
  path,
  cases: [
    {
      rule: "openai.media",
      good: part("image_url", { url: "data:image/png;base64,ab+/" }),
      bad: part("image_url", { url: "data:image/png;base64,ab-_" }),
      body: error(
        "Invalid 'messages[0].content[0].image_url.url'. Expected a base64-encoded data URL with an image MIME type (e.g. 'data:image/png;base64,aW1nIGJ5dGVzIGhlcmU='), but got a value without the 'data:' prefix.",
        "messages[0].content[0].image_url.url",
        "invalid_value",
      ),
    },
    {
      rule: "openai.media",
      good: part("image_url", { url: "https://a.test/x.png" }),
      bad: part("image_url", { url: "gs://a/x.png" }),
      body: error(
        "Invalid 'messages[0].content[0].image_url.url'. Expected a valid URL, but got a value with an invalid format.",
        "messages[0].content[0].image_url.url",
        "invalid_value",
      ),
    },
    {
      rule: "openai.media",
      good: part("image_url", { url: "data:image/webp;base64,AAAA" }),
      bad: part("image_url", { url: "data:image/heic;base64,AAAA" }),
      body: error(
        "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].",
        "messages[0].content[0].image_url.url",
        "invalid_image_format",
      ),
    },
    {
      rule: "openai.media",
      good: part("file", { filename: "a.pdf", file_data: "data:application/pdf;base64,AAAA" }),
      bad: part("file", { file_data: "data:application/pdf;base64,AAAA" }),
      body: error(
        "Missing required parameter: 'messages[0].content[0].file.filename'.",
        "messages[0].content[0].file.filename",
        "missing_required_parameter",
      ),
    },
    {
      rule: "openai.media",
      good: part("file", { file_id: "file-abc" }),
      bad: part("file", { file_id: "file_011" }),
      body: error(
        "Invalid 'messages[0].content[0].file.file_id': 'file_011'. Expected an ID that begins with 'file'.",
        "messages[0].content[0].file.file_id",
        "invalid_value",
      ),
    },
    {
      rule: "openai.media",
      good: on("gpt-4o-audio-preview", part("input_audio", { data: "AAAA", format: "wav" })),
      bad: part("input_audio", { data: "AAAA", format: "wav" }),
      body: error(
        "Invalid value: 'input_audio'. This model does not support audio input.",
        "messages[0].content[0].type",
        "invalid_value",
      ),
    },
  ],
});

const say = (model: string, ...parts: object[]) =>
  messageOf(mediaRules, "openai.media", model, {
    messages: [{ content: "a" }, { content: [{ type: "text" }, ...parts] }],
  });
const at = "messages[1].content[1]";
const image = (url: unknown) => ({ type: "image_url", image_url: { url } });
const file = (one: object) => ({ type: "file", file: one });
const audio = (data: unknown) => ({ type: "input_audio", input_audio: { data } });
const unsupported =
  "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].";

it.each<[object, string | undefined]>([
  ...["https://h/a", "HTTP://h/a", "data:image/png;base64,AAAA", "data:IMAGE/JPG,AAAA"].map(
    (url): [object, undefined] => [image(url), undefined],
  ),
  ...["jpeg", "jpg", "png", "gif", "webp"].map((type): [object, undefined] => [
    image(`data:image/${type};base64,AAAA`),
    undefined,
  ]),
  [{ type: "image_url", image_url: "https://h/a" }, undefined],
  [{ type: "other", image_url: "x" }, undefined],
  [
    image("gs://h/a"),
    `Invalid '${at}.image_url.url'. Expected a valid URL, but got a value with an invalid format.`,
  ],
  [image(5), `Invalid '${at}.image_url.url'. Expected a valid URL, but got a value with an invalid format.`],
  [image("data:image/bmp;base64,AAAA"), unsupported],
  [
    image("data:image/png;base64,A_A-"),
    `Invalid '${at}.image_url.url'. Expected a base64-encoded data URL with an image MIME type (e.g. 'data:image/png;base64,aW1nIGJ5dGVzIGhlcmU='), but got a value without the 'data:' prefix.`,
  ],
  [file({ file_id: "file-1", file_data: "x" }), undefined],
  [file({ file_id: "f-1" }), `Invalid '${at}.file.file_id': 'f-1'. Expected an ID that begins with 'file'.`],
  [file({ filename: "a" }), undefined],
  [file({ file_data: "data:a/b;base64,AAAA" }), `Missing required parameter: '${at}.file.filename'.`],
  [file({ file_data: "data:a/b;base64,AAAA", filename: "a" }), undefined],
  ...["AAAA", "data:a/b;base64,A_"].map((file_data): [object, string] => [
    file({ file_data, filename: "a" }),
    `Invalid '${at}.file.file_data'. Expected a base64-encoded data URL with a file MIME type (e.g. 'data:application/pdf;base64,JVBERi0xLjQ='), but got an invalid value.`,
  ]),
])("the part %j says %j", (part, message) => {
  expect(say("gpt-4o", part)).toBe(message);
});

it.each<[string, unknown, string | undefined]>([
  ["gpt-4o-audio-preview", "AAAA", undefined],
  ["m", "AAAA", undefined],
  ["gpt-audio", "A_", `Invalid '${at}.input_audio.data'. Expected base64-encoded audio.`],
  ["gpt-4o", "AAAA", "Invalid value: 'input_audio'. This model does not support audio input."],
  ["o3", "AAAA", "Invalid value: 'input_audio'. This model does not support audio input."],
])("audio to %s of %j says %j", (model, data, message) => {
  expect(say(model, audio(data))).toBe(message);
});
