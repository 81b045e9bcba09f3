import { expect, it } from "vitest";
import { readLogprobs, writeLogprobs } from "./logprobs.ts";

const a = { token: "a", logProbability: -1 };
const b = { token: "b", logProbability: -2, tokenId: 7 };
const readA = { token: "a", logprob: -1 };
const readB = { token: "b", logprob: -2, token_id: 7 };

it.each([
  [{}, undefined],
  [{ chosenCandidates: "x" }, undefined],
  [{ chosenCandidates: [] }, []],
  [{ chosenCandidates: [a, b, null] }, [readA, readB, {}]],
  [{ chosenCandidates: [a], topCandidates: "x" }, [readA]],
  [
    {
      chosenCandidates: [a, b, a, a],
      topCandidates: [{ candidates: [a, b] }, { candidates: [] }, { candidates: 1 }, null],
    },
    [{ ...readA, top_logprobs: [readA, readB] }, { ...readB, top_logprobs: [] }, readA, readA],
  ],
])("the log probabilities %j are read as %j", (result, list) => {
  expect(readLogprobs(result)).toStrictEqual(list);
});

it.each([
  ["x", undefined],
  [["x"], undefined],
  [[readA, null], undefined],
  [[], { chosenCandidates: [] }],
  [[readA, readB], { chosenCandidates: [a, b] }],
  [[{ ...readA, top_logprobs: "x" }], { chosenCandidates: [a] }],
  [
    [{ ...readA, top_logprobs: [readA, readB, "x"] }, readB],
    { chosenCandidates: [a, b], topCandidates: [{ candidates: [a, b, {}] }, { candidates: [] }] },
  ],
])("the list %j is written as %j", (list, result) => {
  expect(writeLogprobs(list)).toStrictEqual(result);
});
