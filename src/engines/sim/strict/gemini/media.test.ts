import { expect, it } from "vitest";
import { describeRules, messageOf } from "../fixtures/rule-cases.ts";
import { error, path, plain, user } from "./fixtures/requests.ts";
import { mediaRules } from "./media.ts";

describeRules({
  dialect: "gemini",
  rules: mediaRules,
  plain,
  path,
  cases: [
    {
      rule: "gemini.media.type",
      good: { contents: [user({ inlineData: { mimeType: "image/heic", data: "AAAA" } })] },
      bad: { contents: [user({ inlineData: { mimeType: "image/gif", data: "AAAA" } })] },
      body: error("Unsupported MIME type: image/gif"),
    },
    {
      rule: "gemini.media.base64",
      good: { contents: [user({ inlineData: { mimeType: "image/png", data: "ab-_" } })] },
      bad: { contents: [user({ inlineData: { mimeType: "image/png", data: "a b" } })] },
      body: error(
        "Invalid value at 'contents[0].parts[0].inline_data.data' (TYPE_BYTES), Base64 decoding failed for \"a b\"",
      ),
    },
    {
      rule: "gemini.media.uri",
      good: { contents: [user({ fileData: { fileUri: "gs://b/x.png", mimeType: "image/png" } })] },
      bad: { contents: [user({ fileData: { fileUri: "file-abc", mimeType: "image/png" } })] },
      body: error("Invalid or unsupported file uri: file-abc"),
    },
  ],
});

const part = (one: object) => ({ contents: [{ parts: [{ text: "a" }] }, { parts: [{ text: "b" }, one] }] });
const image = (mimeType: string) => part({ inlineData: { mimeType, data: "AAAA" } });

it.each(["png", "jpeg", "jpg", "webp", "heic", "heif", "PNG"])("takes image/%s", (type) => {
  expect(messageOf(mediaRules, "gemini.media.type", "m", image(`image/${type}`))).toBeUndefined();
});

it.each<[string, object, string | undefined]>([
  ["type", image("image/GIF"), "Unsupported MIME type: image/gif"],
  ["type", part({ fileData: { mimeType: "image/bmp" } }), "Unsupported MIME type: image/bmp"],
  ["type", image("audio/gif"), undefined],
  ["base64", image("audio/mp3"), undefined],
  ["base64", image(""), "* GenerateContentRequest.contents[1].parts[1].inline_data.mime_type: must be set."],
  ...["", "a b", 5].map((data): [string, object, string] => [
    "base64",
    part({ inlineData: { mimeType: "image/png", data } }),
    `Invalid value at 'contents[1].parts[1].inline_data.data' (TYPE_BYTES), Base64 decoding failed for "${data === 5 ? "" : data}"`,
  ]),
  [
    "base64",
    part({ inlineData: { mimeType: "image/png", data: "?".repeat(99) } }),
    `Invalid value at 'contents[1].parts[1].inline_data.data' (TYPE_BYTES), Base64 decoding failed for "${"?".repeat(60)}"`,
  ],
  ...["http://h/a", "HTTPS://h/a", "gs://b/a", "files/a"].map((fileUri): [string, object, undefined] => [
    "uri",
    part({ fileData: { fileUri } }),
    undefined,
  ]),
  ...["ftp://h/a", "xfiles/a", ""].map((fileUri): [string, object, string] => [
    "uri",
    part({ fileData: { fileUri } }),
    `Invalid or unsupported file uri: ${fileUri}`,
  ]),
])("gemini.media.%s of %j says %j", (rule, body, message) => {
  expect(messageOf(mediaRules, `gemini.media.${rule}`, "m", body)).toBe(message);
});
