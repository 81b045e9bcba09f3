import { expect, it } from "vitest";
import { describeRules, messageOf } from "../fixtures/rule-cases.ts";
import { error, image, path, plain } from "./fixtures/requests.ts";
import { mediaRules } from "./media.ts";

describeRules({
  dialect: "claude",
  rules: mediaRules,
  plain,
  path,
  cases: [
    {
      rule: "claude.media.base64",
      good: image({ type: "base64", media_type: "image/png", data: "ab+/" }),
      bad: image({ type: "base64", media_type: "image/png", data: "ab-_" }),
      body: error("messages.0.content.0.image.source.base64: invalid base64 data"),
    },
    {
      rule: "claude.media.url",
      good: image({ type: "url", url: "https://a.test/x.png" }),
      bad: image({ type: "url", url: "gs://bucket/x.png" }),
      body: error("messages.0.content.0.image.source.url.url: Only HTTP and HTTPS URLs are supported"),
    },
    {
      rule: "claude.media.file-id",
      good: image({ type: "file", file_id: "file_011C" }),
      bad: image({ type: "file", file_id: "file-abc" }),
      status: 404,
      body: error("File not found: file-abc", "not_found_error"),
    },
  ],
});

const at = "messages.1.content.1";
const say = (rule: string, block: object) =>
  messageOf(mediaRules, `claude.media.${rule}`, "m", {
    messages: [{ content: "a" }, { content: [{ type: "text" }, block] }],
  });
const picture = (source: object) => ({ type: "image", source });

it.each<[rule: string, block: object, message: string | undefined]>([
  ["base64", picture({ type: "base64", data: "ab+/" }), undefined],
  ["base64", picture({ type: "base64", data: "ab-_" }), `${at}.image.source.base64: invalid base64 data`],
  ["base64", picture({ type: "text", data: "ab-_" }), undefined],
  ["base64", { type: "document" }, undefined],
  ["url", picture({ type: "url", url: "http://h/a" }), undefined],
  ["url", picture({ type: "url", url: "HTTPS://h/a" }), undefined],
  [
    "url",
    picture({ type: "url", url: "ftp://h/a" }),
    `${at}.image.source.url.url: Only HTTP and HTTPS URLs are supported`,
  ],
  [
    "url",
    { type: "document", source: { type: "url", url: " https://h/a" } },
    `${at}.document.source.url.url: Only HTTP and HTTPS URLs are supported`,
  ],
  ["url", picture({ type: "base64", url: "ftp://h/a" }), undefined],
  ["file-id", picture({ type: "file", file_id: "file_1" }), undefined],
  ["file-id", picture({ type: "file", file_id: "file_1-" }), "File not found: file_1-"],
  ["file-id", picture({ type: "base64" }), undefined],
  ["file-id", { type: "container_upload", file_id: "file_1" }, undefined],
  ["file-id", { type: "container_upload", file_id: "x" }, "File not found: x"],
  ["file-id", { type: "container_upload", source: { file_id: "x" } }, undefined],
  ["file-id", { type: "document", file_id: "x" }, undefined],
])("by the rule for %s, the block %j says %j", (rule, block, message) => {
  expect(say(rule, block)).toBe(message);
});
