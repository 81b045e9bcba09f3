import { describeRules } from "../fixtures/rule-cases.ts";
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
