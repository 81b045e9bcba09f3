import { describe, expect, test } from "vitest";
import { findRunId, type KnownRuns } from "./run-id.ts";

const { signal } = new AbortController();
const known: KnownRuns = {
  // They throw for anything that is not a signal or a text.
  bySignal: (one) => {
    one.throwIfAborted();
    return one === signal ? "by-signal" : undefined;
  },
  byRequestId: (id) => (id.trim() === "req_1" ? "by-request-id" : undefined),
};
const headers = new Headers({ "x-abp-run-id": "by-header" });

describe("the run of a result", () => {
  test.each<[string, string | object, string | undefined]>([
    ["a run id", "run", "run"],
    ["a Response", { headers }, "by-header"],
    ["plain headers", { headers: { "x-abp-run-id": "plain" } }, "plain"],
    ["`withResponse()`", { response: { headers } }, "by-header"],
    ["a result of Google's SDK", { sdkHttpResponse: { headers: { "x-abp-run-id": "google" } } }, "google"],
    ["a stream", { controller: { signal } }, "by-signal"],
    ["a result of OpenAI's and Anthropic's SDK", { _request_id: "req_1" }, "by-request-id"],
    ["an error of Anthropic's SDK", { request_id: "req_1" }, "by-request-id"],
    ["headers before anything else", { headers, controller: { signal } }, "by-header"],
    ["an unknown request", { _request_id: "req_2", request_id: 5 }, undefined],
    ["a request whose id is not text", { _request_id: 5, request_id: null }, undefined],
    ["the first id that is known", { _request_id: "req_2", request_id: "req_1" }, "by-request-id"],
    ["an answer without any of them", {}, undefined],
    ["a stream of somebody else", { controller: { signal: new AbortController().signal } }, undefined],
    ["a signal that is none", { controller: { signal: {} } }, undefined],
    ["headers without the run", { headers: new Headers(), response: null }, undefined],
    ["a header that is not text", { headers: { "x-abp-run-id": 5 } }, undefined],
    ["headers that are null", { headers: null }, undefined],
  ])("%s", (_, source, runId) => {
    expect(findRunId(source, known)).toBe(runId);
  });
});
