import { describe, expect, it } from "vitest";
import { addResponseHeaders, forwardedRequestHeaders } from "./forwarded-headers.ts";

const OPERATORS_KEY = { hasCallerKey: false };

describe("headers on their way", () => {
  it("to an engine leave behind what is of the connection, of us, of proxies and secret", () => {
    const headers = [
      ...["Connection", "keep-alive, X-Own", "X-Own", "1", "Keep-Alive", "5", "Host", "here", "Cookie", "c"],
      ...["Authorization", "Bearer x", "X-ABP-Engine", "e", "X-Forwarded-For", "1.2.3.4", "x_odd", "1"],
      ...["Anthropic-Version", "2026-10-21", "X-Own-Too", "2"],
    ];
    expect(forwardedRequestHeaders(headers, OPERATORS_KEY)).toEqual([
      "Anthropic-Version",
      "2026-10-21",
      "X-Own-Too",
      "2",
    ]);
  });

  it("to a caller leave behind what is of the engine's connection, and what only we may say", () => {
    const headers = [
      "Connection",
      "close, x-hop",
      "X-Hop",
      "1",
      "X-ABP-Loss",
      "no",
      "x-abp-run-id",
      "no",
      "X-Id",
      "r",
    ];
    expect(addResponseHeaders(["x-abp-mode", "passthrough"], headers)).toEqual([
      "x-abp-mode",
      "passthrough",
      "X-Id",
      "r",
    ]);
  });
});

describe("a header of a request", () => {
  it.each([
    ...["Connection", "Keep-Alive", "Proxy-Connection", "Transfer-Encoding", "TE", "Trailer", "Upgrade"],
    ...["Proxy-Authenticate", "Proxy-Authorization", "Authorization", "X-Api-Key", "X-Goog-Api-Key"],
    ...["X-ABP-Key", "X-ABP-Engine", "Host", "Content-Length", "Expect", "Cookie", "Forwarded", "Via"],
    ...["X-Real-IP", "Accept-Encoding", "X-Forwarded-For", "X-Forwarded-Proto", "x_api_key"],
  ])("does not reach the engine: %s", (name) => {
    expect(forwardedRequestHeaders(["a", "1", name, "v", "b", "2"], OPERATORS_KEY)).toEqual([
      "a",
      "1",
      "b",
      "2",
    ]);
  });

  it.each(["User-Agent", "Content-Type", "Anthropic-Beta", "X-Stainless-Lang", "Accept", "X-Forward"])(
    "reaches the engine as it is: %s",
    (name) => {
      expect(forwardedRequestHeaders([name, "V"], OPERATORS_KEY)).toEqual([name, "V"]);
    },
  );

  it.each([
    ...["OpenAI-Organization", "openai-project", "anthropic-organization-id", "anthropic-workspace-id"],
    ...["X-Goog-User-Project", "x-goog-quota-user", "x-goog-iam-authority-selector"],
    ...["x-goog-authenticated-user-email", "x-goog-authenticated-user-id", "x-ms-client-principal-id"],
    ...["x-ms-client-principal-name", "x-github-organization", "x-github-enterprise"],
    ...["x-organization-id", "x-project-id"],
  ])("chooses an account only together with the caller's own key: %s", (name) => {
    const headers = ["a", "1", name, "v", "b", "2"];
    expect(forwardedRequestHeaders(headers, OPERATORS_KEY)).toEqual(["a", "1", "b", "2"]);
    expect(forwardedRequestHeaders(headers, { hasCallerKey: true })).toEqual(headers);
  });

  it.each([
    ...["Api-Key", "Cookie", "Ocp-Apim-Subscription-Key", "X-Amz-Security-Token", "X-Auth-Token"],
    ...["X-GitHub-Token", "X-Goog-Iam-Authorization-Token", "CF-AIG-Authorization", "Authorization"],
  ])("is never forwarded as a credential, with whichever key: %s", (name) => {
    expect(forwardedRequestHeaders([name, "v"], { hasCallerKey: true })).toEqual([]);
    expect(forwardedRequestHeaders([name, "v"], OPERATORS_KEY)).toEqual([]);
  });

  it("stays behind if the connection names it, in any spelling and with spaces", () => {
    const headers = ["connection", "close , X-Mine", "x-mine", "1", "close", "2", "x-other", "3"];
    expect(forwardedRequestHeaders(headers, OPERATORS_KEY)).toEqual(["x-other", "3"]);
  });

  it.each(["keep-alive", "Close"])("named like a plain value of connection (%s) is forwarded", (value) => {
    expect(forwardedRequestHeaders(["Connection", value, "Close", "1"], OPERATORS_KEY)).toEqual([
      "Close",
      "1",
    ]);
  });
});

describe("a header of a response", () => {
  it.each([
    ...["Connection", "Keep-Alive", "Proxy-Connection", "Transfer-Encoding", "TE", "Trailer", "Upgrade"],
    ...["Proxy-Authenticate", "Proxy-Authorization", "X-ABP-Mode"],
  ])("does not reach the caller: %s", (name) => {
    expect(addResponseHeaders([], ["a", "1", name, "v", "b", "2"])).toEqual(["a", "1", "b", "2"]);
  });

  it("reaches the caller in the spelling of the engine, also if requests may not have it", () => {
    const headers = ["Set-Cookie", "c", "Content-Length", "3", "x_odd", "1", "Via", "p"];
    expect(addResponseHeaders([], headers)).toEqual(headers);
  });

  it("is appended to the given list", () => {
    const answer = ["x", "1"];
    expect(addResponseHeaders(answer, ["y", "2"])).toBe(answer);
    expect(answer).toEqual(["x", "1", "y", "2"]);
  });
});
