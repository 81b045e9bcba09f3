import { describe, expect, it } from "vitest";
import { type BaseUrl, readBaseUrl } from "./base-url.ts";
import { isVendorOrigin, registeredDomain } from "./vendor-origin.ts";

describe("the registered domain of a host", () => {
  it.each([
    ["generativelanguage.googleapis.com", "googleapis.com"],
    ["vendor.test", "vendor.test"],
    ["a.b.vendor.test.", "vendor.test"],
    ["api.vendor.co.uk", "vendor.co.uk"],
    ["vendor.com.au", "vendor.com.au"],
    ["api.vendor.de", "vendor.de"],
    ["api.io.vendor.io", "vendor.io"],
    ["co.uk", undefined],
    ["proxy.herokuapp.com", "proxy.herokuapp.com"],
    ["a.proxy.workers.dev", "proxy.workers.dev"],
    ["me.github.io", "me.github.io"],
    ["github.io", undefined],
    ["bucket.s3.amazonaws.com", "bucket.s3.amazonaws.com"],
    ["localhost", undefined],
    ["127.0.0.1", undefined],
    ["::1", undefined],
    ["[::1]", undefined],
    ["", undefined],
  ])("%s is %s", (host, domain) => {
    expect(registeredDomain(host)).toBe(domain);
  });
});

describe("an origin that an engine names", () => {
  const base = (text: string) => readBaseUrl(text) as BaseUrl;

  it.each([
    // The engine's own.
    ["https://api.vendor.test/v1", "https://api.vendor.test", true],
    ["http://10.0.0.5:8080", "http://10.0.0.5:8080", true],
    // Another host or port of the same domain.
    ["https://api.vendor.test", "https://up.vendor.test", true],
    ["https://api.vendor.test", "https://vendor.test:8443", true],
    ["https://api.vendor.test", "https://api.vendor.test:8443", true],
    ["http://api.vendor.test", "https://up.vendor.test", true],
    // Another domain.
    ["https://api.vendor.test", "https://evil.test", false],
    ["https://api.vendor.test", "https://vendor.test.evil.example", false],
    ["https://api.vendor.test", "https://evilvendor.test", false],
    ["https://api.vendor.co.uk", "https://evil.co.uk", false],
    ["https://one.workers.dev", "https://evil.workers.dev", false],
    // Without encryption.
    ["https://api.vendor.test", "http://api.vendor.test", false],
    ["http://api.vendor.test", "http://up.vendor.test", false],
    ["http://api.vendor.test", "http://api.vendor.test:81", false],
    // On this machine.
    ["http://127.0.0.1:1", "http://127.0.0.1:2", true],
    ["http://localhost:1", "http://localhost:2", true],
    ["http://[::1]:1", "http://[::1]:2", true],
    ["http://127.0.0.1:1", "http://127.0.0.2:2", false],
    ["https://127.0.0.1:1", "http://127.0.0.1:2", false],
    ["http://10.0.0.5:1", "http://10.0.0.5:2", false],
    // Addresses and hosts without a domain.
    ["https://10.0.0.5", "https://10.0.0.5:2", true],
    ["https://10.0.0.5", "https://10.0.0.6", false],
    ["https://gateway", "https://other", false],
    ["https://api.vendor.test", "ftp://up.vendor.test", false],
  ])("of %s at %s is the vendor's: %s", (text, origin, expected) => {
    expect(isVendorOrigin(base(text), new URL(origin))).toBe(expected);
  });
});
