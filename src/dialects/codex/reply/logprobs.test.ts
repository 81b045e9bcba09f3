import { expect, it } from "vitest";
import { attachLogprobs, readLogprobs } from "./logprobs.ts";

it.each([
  [undefined, []],
  ["x", []],
  [{}, []],
  [{ content: "x" }, []],
  [{ content: [null, {}, { logprobs: "x" }] }, []],
  [{ content: [{ logprobs: [1, 2] }, { text: "x" }, { logprobs: [3] }] }, [1, 2, 3]],
])("the log probabilities of the item %j are %j", (item, list) => {
  expect(readLogprobs(item)).toEqual(list);
});

const entry = (token: string) => ({ token, logprob: -1 });
const written = (token: string) => ({
  token,
  logprob: -1,
  bytes: [...new TextEncoder().encode(token)],
  top_logprobs: [],
});
const part: (text: unknown) => Record<string, unknown> = (text) => ({ type: "output_text", text });

it("each text of an answer has the entries of its own tokens, and the last one the remaining ones", () => {
  const message = { type: "message", content: [part("abc"), { type: "refusal", refusal: "x" }, part("")] };
  const items = [
    message,
    { type: "reasoning", content: [part("r")] },
    { type: "message", content: "x" },
    { type: "message", content: [part("de"), part("f")] },
  ];
  attachLogprobs(items, ["a", "b", "c", "de", "f", "g"].map(entry));
  expect(items).toEqual([
    {
      type: "message",
      content: [
        { ...part("abc"), logprobs: ["a", "b", "c"].map(written) },
        { type: "refusal", refusal: "x" },
        { ...part(""), logprobs: [] },
      ],
    },
    { type: "reasoning", content: [part("r")] },
    { type: "message", content: "x" },
    {
      type: "message",
      content: [
        { ...part("de"), logprobs: [written("de")] },
        { ...part("f"), logprobs: ["f", "g"].map(written) },
      ],
    },
  ]);
});

it("entries that end before the texts do leave the last texts without any", () => {
  const items = [{ type: "message", content: [part("abcd"), part("e"), part("f")] }];
  attachLogprobs(items, { content: [entry("ab")] });
  expect(items[0]!.content).toEqual([
    { ...part("abcd"), logprobs: [written("ab")] },
    { ...part("e"), logprobs: [] },
    { ...part("f"), logprobs: [] },
  ]);
});

it("entries that are no tokens count for no text", () => {
  const items = [{ type: "message", content: [part("a"), part("b")] }];
  attachLogprobs(items, [null, { token: 1 }, "x", entry("a"), entry("b")]);
  expect(items[0]!.content).toEqual([
    {
      ...part("a"),
      logprobs: [{ token: 1, logprob: undefined, bytes: null, top_logprobs: [] }, written("a")],
    },
    { ...part("b"), logprobs: [written("b")] },
  ]);
});

it.each([[undefined], ["x"], [[]], [{}], [{ content: "x" }], [{ content: [] }]])(
  "an answer with %j in their place stays as it is",
  (value) => {
    const items = [{ type: "message", content: [{ ...part("a"), logprobs: ["own"] }] }];
    attachLogprobs(items, value);
    expect(items[0]!.content[0]!.logprobs).toEqual(["own"]);
  },
);
