import { describeRules } from "../fixtures/rule-cases.ts";
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
