import { expect, it } from "vitest";
import { describeRules, messageOf } from "../fixtures/rule-cases.ts";
import { error, image, path, plain } from "./fixtures/requests.ts";
import { mediaRules } from "./media.ts";

describeRules({
  dialect: "kimi",
  rules: mediaRules,
  plain,
  path,
  cases: [
    {
      rule: "kimi.media",
      good: image("data:image/png;base64,AAAA"),
      bad: image("https://a.test/x.png"),
      body: error("Invalid request: unsupported image url: only data URLs and ms:// files are supported"),
    },
  ],
});

const unsupported = "Invalid request: unsupported image url: only data URLs and ms:// files are supported";
const format = "Invalid request: unsupported image format";
const illegal = "Invalid request: failed to decode image: illegal base64 data";

it.each<[string, string | undefined]>([
  ["ms://file-1", undefined],
  ["https://h/a.png", unsupported],
  ["data:image/png,AAAA", unsupported],
  ["data:audio/mp3;base64,AAAA", unsupported],
  ...["jpeg", "jpg", "png", "webp", "gif"].map((type): [string, undefined] => [
    `data:image/${type};base64,AAAA`,
    undefined,
  ]),
  ["data:image/bmp;base64,AAAA", format],
  ["data:image/png;base64,A_", illegal],
  ["data:video/mp4;base64,AAAA", undefined],
  ["data:video/mp4;base64,A_", illegal],
])("the address %s says %j", (url, message) => {
  const says = (part: object) =>
    messageOf(mediaRules, "kimi.media", "m", {
      messages: [{ content: "a" }, { content: [{ type: "text" }, part] }],
    });
  for (const type of ["image_url", "video_url"]) {
    expect(says({ type, [type]: url })).toBe(message);
    expect(says({ type, [type]: { url } })).toBe(message);
  }
  expect(says({ type: "text", image_url: url })).toBeUndefined();
});
