import { describe, expect, it } from "vitest";
import { inspectHead, isJson } from "./request-rules.ts";

function whereOf(
  headers: readonly string[],
  version = "1.1",
  target = "/v1/messages",
  isUpgrade = false,
): unknown {
  try {
    return inspectHead(target, headers, version, isUpgrade);
  } catch (error) {
    const { code, where } = error as { code: string; where: string | undefined };
    return `${code}: ${where}`;
  }
}

describe("a head", () => {
  it("is read with its facts", () => {
    const headers = [
      "Host",
      "localhost",
      "Origin",
      "http://localhost",
      "Content-Type",
      "application/json",
      "Content-Length",
      "12",
      "Content-Encoding",
      " Identity ",
      "Expect",
      "100-Continue",
    ];
    expect(inspectHead("/v1/messages", headers, "1.0")).toEqual({
      host: "localhost",
      origin: "http://localhost",
      contentType: "application/json",
      contentLength: 12,
      isChunked: false,
      isEncoded: false,
      headers,
    });
  });

  it("without headers has no facts", () => {
    expect(inspectHead("/", [], "1.1")).toEqual({
      host: undefined,
      origin: undefined,
      contentType: undefined,
      contentLength: undefined,
      isChunked: false,
      isEncoded: false,
      headers: [],
    });
  });

  it("is handed on without headers that have an underscore, otherwise as it is", () => {
    const plain = ["a", "1", "b", "2"];
    expect(inspectHead("/", plain, "1.1").headers).toBe(plain);
    expect(inspectHead("/", ["a", "1", "session_id", "x", "b", "2"], "1.1").headers).toEqual(plain);
  });

  it("is chunked only in HTTP/1.1", () => {
    expect(whereOf(["transfer-encoding", "Chunked"])).toMatchObject({ isChunked: true });
    expect(whereOf(["transfer-encoding", "chunked"], "1.0")).toBe("request_malformed: transfer-encoding");
    expect(whereOf(["transfer-encoding", "gzip"])).toBe("request_malformed: transfer-encoding");
  });

  it("has a body in one frame only", () => {
    expect(whereOf(["transfer-encoding", "chunked", "content-length", "0"])).toBe(
      "request_malformed: content-length",
    );
  });

  it.each(["", "-1", "+1", "0x1", "1.0", "1 1", "1".repeat(16)])("has no content length of %j", (length) => {
    expect(whereOf(["content-length", length])).toBe("request_malformed: content-length");
  });

  it("may have a content length of 15 digits", () => {
    expect(whereOf(["content-length", "9".repeat(15)])).toMatchObject({ contentLength: 999_999_999_999_999 });
  });

  it.each(["gzip", "br", ""])("is encoded with %j", (coding) => {
    expect(whereOf(["content-encoding", coding])).toMatchObject({ isEncoded: true });
  });

  it.each([
    "host",
    "origin",
    "content-type",
    "content-length",
    "content-encoding",
    "authorization",
    "x-api-key",
    "x-goog-api-key",
    "x-abp-engine",
    "x-abp-compatibility",
    "x-abp-mode",
    "x-abp-key",
    "expect",
  ])("has %s once", (name) => {
    const value = name === "content-length" ? "1" : "100-continue";
    expect(whereOf([name, value])).toBeTypeOf("object");
    expect(whereOf([name, value, name.toUpperCase(), value])).toBe(`request_malformed: ${name}`);
  });

  it("may have other headers twice", () => {
    expect(whereOf(["accept", "a", "accept", "b"])).toBeTypeOf("object");
  });

  it.each([
    ["content_length", true],
    ["X_Api_Key", true],
    ["connection", false],
    ["x_forwarded_for", true],
    ["x_abp_anything", true],
    ["x_forwardedfor", false],
    ["session_id", false],
  ])("with the header %s is refused: %s", (name, isRefused) => {
    expect(whereOf([name, "1"])).toEqual(
      isRefused ? `request_malformed: ${name.toLowerCase()}` : expect.any(Object),
    );
  });

  it("asks for an upgrade only if one is expected", () => {
    expect(whereOf(["upgrade", "websocket"])).toBe("request_malformed: upgrade");
    expect(whereOf(["http2-settings", "x"])).toBe("request_malformed: http2-settings");
    expect(whereOf(["upgrade", "websocket"], "1.1", "/", true)).toBeTypeOf("object");
    expect(whereOf(["upgrade", "h2c", "http2-settings", "x"], "1.1", "/", true)).toBe(
      "request_malformed: http2-settings",
    );
  });

  it("expects nothing but 100-continue", () => {
    expect(whereOf(["expect", "200-ok"])).toBe("request_malformed: expect");
  });

  it.each(["0.9", "2.0", "1.2"])("is not of HTTP/%s", (version) => {
    expect(whereOf([], version)).toBe("request_malformed: undefined");
  });

  it("has at most 100 headers", () => {
    const headers = (count: number) => Array.from({ length: count }, (_, at) => [`x-${at}`, "1"]).flat();
    expect(whereOf(headers(100))).toBeTypeOf("object");
    expect(whereOf(headers(101))).toBe("request_malformed: undefined");
  });

  it.each([
    "x",
    "*",
    "//host/x",
    "http://host/",
    "/a b",
    "/ä",
    "/\x7f",
    "/a\\b",
    "/a#b",
    "/a%00",
    "/.",
    "/..",
    "/a/../b",
    "/a/./b",
    "/a/%2e%2E",
    "/a/.?x",
    "/a/..?x",
  ])("has no target %j", (target) => {
    expect(whereOf([], "1.1", target)).toBe("request_malformed: undefined");
  });

  it.each(["/", "/a//b", "/.a", "/a.", "/a/...", "/a..b", "/a/..b/", "/a?b=/c&d=~", "/a?x=../y"])(
    "may have the target %s",
    (target) => {
      expect(whereOf([], "1.1", target)).toBeTypeOf("object");
    },
  );
});

describe("a content type", () => {
  it.each([
    ["application/json", true],
    ["Application/JSON ; charset=utf-8", true],
    [" application/json", true],
    ["application/vnd.api+json", true],
    ["application/vnd.api+json;v=1", true],
    ["text/plain", false],
    ["application/jsonp", false],
    ["x application/json", false],
    ["application/a+json x", false],
    ["a b/c+json", false],
    ["+json", false],
    ["", false],
    [undefined, false],
  ])("%j is JSON: %s", (type, expected) => {
    expect(isJson(type)).toBe(expected);
  });
});
