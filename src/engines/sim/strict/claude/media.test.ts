import { describeRules } from "../fixtures/rule-cases.ts";
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
