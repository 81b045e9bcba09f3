import { describeFaults, describeRules } from "../fixtures/rule-cases.ts";
import { assistant, error, image, path, plain, user } from "./fixtures/requests.ts";
import { shapeRules } from "./shape.ts";

describeRules({
  dialect: "claude",
  rules: shapeRules,
  plain,
  path,
  cases: [
    {
      rule: "claude.shape",
      good: { metadata: { user_id: "u" } },
      bad: { seed: 1 },
      body: error("seed: Extra inputs are not permitted"),
    },
    {
      rule: "claude.shape",
      good: {},
      bad: { max_tokens: undefined },
      body: error("max_tokens: Field required"),
    },
    {
      rule: "claude.shape",
      good: {},
      bad: { messages: [{ role: "tool", content: "x" }] },
      body: error('messages: Unexpected role "tool". Allowed roles are "user" or "assistant"'),
    },
    {
      rule: "claude.shape",
      good: {},
      bad: { max_tokens: "10" },
      body: error("max_tokens: Input should be a valid integer"),
    },
    {
      rule: "claude.shape",
      good: {},
      bad: { messages: [user("hi"), assistant([{ type: "thinking", thinking: "x" }]), user("hi")] },
      body: error("messages.1.content.0.signature: Field required"),
    },
    {
      rule: "claude.shape",
      good: image({ type: "base64", media_type: "image/gif", data: "AAAA" }),
      bad: image({ type: "base64", media_type: "image/heic", data: "AAAA" }),
      body: error(
        "messages.0.content.0.source.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'",
      ),
    },
  ],
});

const asks = (content: unknown) => ({ model: "m", max_tokens: 1, messages: [user(content)] });
describeFaults(shapeRules, [
  ["claude.shape", asks("a"), undefined],
  ["claude.shape", { ...asks("a"), temperature: 1, top_p: 1, top_k: 1 }, undefined],
  ["claude.shape", { ...asks("a"), other: 1 }, "other: Extra inputs are not permitted"],
  ["claude.shape", { ...asks("a"), metadata: [] }, "metadata: Input should be a valid dictionary"],
  ["claude.shape", { ...asks("a"), stop_sequences: "x" }, "stop_sequences: Input should be a valid list"],
  ["claude.shape", { ...asks("a"), stream: "x" }, "stream: Input should be a valid boolean"],
  [
    "claude.shape",
    asks([{ type: "foo" }]),
    "messages.0.content.0: Input tag 'foo' found using 'type' does not match any of the expected tags: 'text', 'image'",
  ],
]);
