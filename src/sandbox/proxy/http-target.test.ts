import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { endToEndHeaders, readAbsoluteForm, readAuthority } from "./http-target.ts";

describe("an authority", () => {
  it.each([
    ["a.example:443", undefined, { host: "a.example", port: 443 }],
    ["[::1]:80", undefined, { host: "[::1]", port: 80 }],
    ["a.example", 80, { host: "a.example", port: 80 }],
    ["a.example:1", 80, { host: "a.example", port: 1 }],
    ["a.example:65535", undefined, { host: "a.example", port: 65_535 }],
  ])("%s is read", (text, port, read) => {
    expect(readAuthority(text, port)).toEqual(read);
  });

  it.each(["", ":80", "a.example", "a:0", "a:65536", "a:123456", "a:x", "u@a:80", "a/b:80", "::1", "[::1"])(
    "%j is refused",
    (text) => {
      expect(readAuthority(text)).toBeUndefined();
    },
  );
});

describe("an absolute form", () => {
  it.each([
    ["http://a.example/x?y=1", { host: "a.example", port: 80, path: "/x?y=1" }],
    ["HTTP://a.example:8080", { host: "a.example", port: 8080, path: "/" }],
    ["http://a.example?q", { host: "a.example", port: 80, path: "/?q" }],
  ])("%s is read", (url, read) => {
    expect(readAbsoluteForm(url)).toEqual(read);
  });

  it.each(["https://a.example/", "/x", "http://", "http://a.example/#f", "x http://a.example/"])(
    "%s is refused",
    (url) => {
      expect(readAbsoluteForm(url)).toBeUndefined();
    },
  );
});

it("headers of one connection are dropped, those that it names too", () => {
  const names =
    "Connection Keep-Alive Proxy-Authenticate Proxy-Authorization Proxy-Connection TE Trailer Transfer-Encoding Upgrade X-Own X-Kept Host";
  const rawHeaders = names.split(" ").flatMap((name) => [name, `value of ${name}`]);
  const message = { rawHeaders, headers: { connection: "close, X-Own" } } as unknown as IncomingMessage;
  expect(endToEndHeaders(message)).toEqual(["X-Kept", "value of X-Kept", "Host", "value of Host"]);
  const plain = { rawHeaders: ["A", "1", "a", "2"], headers: {} } as unknown as IncomingMessage;
  expect(endToEndHeaders(plain)).toEqual(["A", "1", "a", "2"]);
});
