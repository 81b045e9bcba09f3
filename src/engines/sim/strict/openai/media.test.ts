import { describeRules } from "../fixtures/rule-cases.ts";
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
