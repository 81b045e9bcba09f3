import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { until } from "../../../test/eventually.ts";
import { openBench } from "../fixtures/cleanup.ts";
import { run, send } from "../fixtures/loopback.ts";
import { type BaseUrl, readBaseUrl, resolveTarget } from "./base-url.ts";

const { serve, open } = openBench();

function base(text: string): BaseUrl {
  return readBaseUrl(text) as BaseUrl;
}

describe("a base URL", () => {
  it.each([
    ["https://h", "/v1/messages", "/v1/messages"],
    ["https://h/", "/v1/messages?beta=true", "/v1/messages?beta=true"],
    ["https://h/v1", "/v1/messages", "/v1/messages"],
    ["https://h/v1/", "/v1/messages", "/v1/messages"],
    ["https://h/api/v1", "/v1/chat/completions", "/api/v1/chat/completions"],
    ["https://h/api/v4", "/v1/chat/completions", "/api/v4/chat/completions"],
    ["https://h/v1", "/v1beta/models/m:generateContent", "/v1/models/m:generateContent"],
    ["https://h/v1beta", "/v1beta/models?pageSize=1", "/v1beta/models?pageSize=1"],
    ["https://h/proxy", "/v1/messages", "/proxy/v1/messages"],
    ["https://h/proxy", "/chat/completions", "/proxy/chat/completions"],
    ["https://h/v1", "/chat/completions", "/v1/chat/completions"],
    ["https://h/vault", "/v1/messages", "/vault/v1/messages"],
    ["https://h/v1", "/v1", "/v1"],
    ["https://h/v1", "/v1?x", "/v1?x"],
    ["https://h/v1", "/v1x/y", "/v1/v1x/y"],
    ["https://h/v1", "/xv1/y", "/v1/xv1/y"],
    ["https://h", "/a?b=/../c", "/a?b=/../c"],
    ["https://h", "/a?b=%2e%2e/", "/a?b=%2e%2e/"],
    ["https://h", "/...", "/..."],
    ["https://h", "/a..b/.c/d.", "/a..b/.c/d."],
    ["https://h", "/!~$", "/!~$"],
  ])("%s with %s gives %s", (text, path, target) => {
    expect(resolveTarget(base(text), path)).toBe(target);
  });

  it.each([
    ["https://h", "/upload/v1beta/files", "/upload/v1beta/files"],
    ["https://h/v1beta", "/upload/v1beta/files?upload_id=1", "/upload/v1beta/files?upload_id=1"],
    ["https://h/v1", "/upload/v1beta/files", "/upload/v1/files"],
    ["https://h/proxy", "/upload/v1beta/files", "/proxy/upload/v1beta/files"],
    ["https://h/proxy/v1beta", "/upload/v1beta/files", "/proxy/upload/v1beta/files"],
    ["https://h/v1beta", "/upload/v1betax/files", "/upload/v1betax/files"],
    ["https://h/v1beta", "/ws/vendor.v1.Service.Method?a=1", "/ws/vendor.v1.Service.Method?a=1"],
    ["https://h/proxy/v1beta", "/ws/vendor.v1.Service.Method", "/proxy/ws/vendor.v1.Service.Method"],
    ["https://h/v1beta", "/wsx/vendor", "/v1beta/wsx/vendor"],
    ["https://h/v1beta", "/x/ws/vendor", "/v1beta/x/ws/vendor"],
  ])("%s with %s, which stands beside the version, gives %s", (text, path, target) => {
    expect(resolveTarget(base(text), path, ["/upload/", "/ws/"])).toBe(target);
  });

  it.each(["ftp://h", "nonsense", "https://user@h", "https://u:p@h", "https://h/?x=1", "https://h/#x"])(
    "is refused as %s",
    (text) => {
      expect(readBaseUrl(text)).toBeTypeOf("string");
    },
  );
});

describe("reading a base URL", () => {
  it.each([
    [
      "https://h.test:8443/api/v1/",
      { origin: "https://h.test:8443", host: "h.test", path: "/api/v1", isVersioned: true },
    ],
    ["http://[::1]:80/", { origin: "http://[::1]", host: "::1", path: "", isVersioned: false }],
    ["http://127.0.0.1///", { origin: "http://127.0.0.1", host: "127.0.0.1", path: "", isVersioned: false }],
    ["https://h/v1beta", { origin: "https://h", host: "h", path: "/v1beta", isVersioned: true }],
    ["https://h/v12alpha3", { origin: "https://h", host: "h", path: "/v12alpha3", isVersioned: true }],
    ["https://h/xv1", { origin: "https://h", host: "h", path: "/xv1", isVersioned: false }],
    ["https://h/v1x", { origin: "https://h", host: "h", path: "/v1x", isVersioned: false }],
    ["https://h/v1/x", { origin: "https://h", host: "h", path: "/v1/x", isVersioned: false }],
  ])("splits %s", (text, expected) => {
    expect(readBaseUrl(text)).toEqual(expected);
  });

  it.each([
    ["nonsense", "must be an http or https URL"],
    ["ftp://h", "must be an http or https URL"],
    ["https://user@h", "must not hold a user or a password; use api_key"],
    ["https://:p@h", "must not hold a user or a password; use api_key"],
    ["https://h/?x", "must not have a query or a fragment"],
    ["https://h/#x", "must not have a query or a fragment"],
  ])("refuses %s", (text, message) => {
    expect(readBaseUrl(text)).toBe(message);
  });
});

const hostile = [
  "http://evil.test/v1/messages",
  "https://evil.test/",
  "//evil.test/v1/messages",
  "/\\evil.test/",
  "v1/messages",
  "",
  "@evil.test/",
  ":80/",
  "/v1/../../admin",
  "/..",
  "/v1/.",
  "/./v1",
  "/v1/%2e%2e/admin",
  "/v1/.%2E/admin",
  "/v1/..%2fadmin",
  "/v1\\..\\admin",
  "/v1%5c..%5cadmin",
  "/v1/messages HTTP/1.1\r\nhost: evil.test\r\n\r\n",
  "/v1/messages\r\nx: y",
  "/v1/messages\nx: y",
  "/v1/mess ages",
  "/v1/messages\0",
  "/v1/messagés",
  "/v1/messages#x",
];

describe("a call's path", () => {
  it.each(hostile)("G01: %j is refused", (path) => {
    expect(resolveTarget(base("https://h/tenant/v1"), path)).toBeUndefined();
  });

  it("G01: stays below the base whatever it is", () => {
    const piece = fc.constantFrom(
      "/",
      "..",
      ".",
      "%2e",
      "%2f",
      "\\",
      "%5c",
      "?",
      "#",
      "@",
      ":",
      "a",
      "v1",
      "//",
      "\r\n",
      " ",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const target = resolveTarget(base("https://h/tenant/v1"), pieces.join(""));
        if (target === undefined) return;
        const url = new URL(target, "https://h");
        expect(url.host).toBe("h");
        expect(decodeURIComponent(`${url.pathname}/`)).toMatch(/^\/tenant\/v1[/]/);
        expect(`${url.pathname}${url.search}`).toBe(target.replace(/^([^?]*)\?$/, "$1"));
      }),
      { numRuns: 2000 },
    );
  });

  it("G01: nothing of a call but its path, headers and body is used, so no caller can choose the place", async () => {
    const server = await serve((response) => response.end("x"));
    const engine = open({ base_url: server.url });
    for (const path of hostile) {
      const outcome = await run(engine, { path });
      expect(outcome).toMatchObject({ status: undefined, ends: 1 });
      expect(outcome.error?.code).toBe("request_malformed");
      if (path !== "") expect(outcome.error?.message).not.toContain(path);
    }
    expect(server.seen).toHaveLength(0);
    const outcome = await run(engine, {
      headers: ["Host", "evil.test", "Content-Length", "999", "x-forwarded-host", "evil.test"],
      body: '{"api_base":"http://evil.test","base_url":"http://evil.test"}',
    });
    expect(outcome.status).toBe(200);
    const [call] = server.seen;
    expect(call!.headers[call!.headers.findIndex((name) => name.toLowerCase() === "host") + 1]).toBe(
      new URL(server.url).host,
    );
    expect(call!.body).toContain("evil.test");
  });

  it("G01: a header that would end the head is refused", async () => {
    const server = await serve((response) => response.end("x"));
    const engine = open({ base_url: server.url });
    let code: string | undefined;
    const hostileHeaders = { headers: ["x-a", "b\r\nhost: evil.test"] };
    send(
      engine,
      {
        onFailure: (error) => {
          code = error.code;
        },
      },
      hostileHeaders,
    );
    // No handler is called before its caller has the call in hand.
    expect(code).toBeUndefined();
    await until(() => code !== undefined);
    expect(code).toBe("request_malformed");
    expect(server.seen).toHaveLength(0);
  });
});
