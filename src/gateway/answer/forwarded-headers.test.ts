import { describe, expect, it } from "vitest";
import { addResponseHeaders, forwardedRequestHeaders } from "./forwarded-headers.ts";

describe("headers on their way", () => {
  it("to an engine leave behind what is of the connection, of us, of proxies and secret", () => {
    const headers = [
      ...["Connection", "keep-alive, X-Own", "X-Own", "1", "Keep-Alive", "5", "Host", "here", "Cookie", "c"],
      ...["Authorization", "Bearer x", "X-ABP-Engine", "e", "X-Forwarded-For", "1.2.3.4", "x_odd", "1"],
      ...["Anthropic-Version", "2026-10-21", "X-Own-Too", "2"],
    ];
    expect(forwardedRequestHeaders(headers)).toEqual(["Anthropic-Version", "2026-10-21", "X-Own-Too", "2"]);
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
