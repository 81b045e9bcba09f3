import { expect, it } from "vitest";
import { writeTokenLogprobs } from "./token-logprobs.ts";

it("gives every token its bytes and its alternatives, and leaves the numbers of another vendor out", () => {
  const tokens = [
    { token: "é", logprob: -1, token_id: 7, top_logprobs: [{ token: "e", logprob: -2, token_id: 8 }] },
    { token: "x", logprob: -3, bytes: [120] },
    "no token",
  ];
  expect(writeTokenLogprobs(tokens)).toEqual([
    {
      token: "é",
      logprob: -1,
      bytes: [195, 169],
      top_logprobs: [{ token: "e", logprob: -2, bytes: [101] }],
    },
    { token: "x", logprob: -3, bytes: [120], top_logprobs: [] },
  ]);
});
