import { describe, expect, it } from "vitest";
import { fakeEngine } from "../fixtures/engines.ts";
import { GatewayAddress } from "./gateway-address.ts";

const addressOf = (headers: string[], target = "/v1/messages/batches", location = "https://api.test") =>
  new GatewayAddress({ head: { method: "GET", target, headers } }, fakeEngine("e", "claude", { location }));
const RESULTS = "/v1/messages/batches/b/results";

describe("an address of the vendor", () => {
  it("becomes one of the gateway as the caller reaches it", () => {
    expect(addressOf(["Host", "gw.test:8080"]).replace(`https://api.test${RESULTS}?a=1`)).toBe(
      `http://gw.test:8080/claude${RESULTS}?a=1`,
    );
    expect(
      addressOf(["host", "gw.test", "X-Forwarded-Proto", "https"]).replace(`https://other.test${RESULTS}`),
    ).toBe(`https://gw.test/claude${RESULTS}`);
  });

  it("stays below the run that the call belongs to", () => {
    expect(
      addressOf(["host", "h"], "/r/run-1/v1/messages/batches").replace(`https://api.test${RESULTS}`),
    ).toBe(`http://h/r/run-1/claude${RESULTS}`);
  });

  it("loses the path of the engine's base URL", () => {
    expect(
      addressOf(["host", "h"], "/x", "https://api.test/proxy/").replace(`https://api.test/proxy${RESULTS}`),
    ).toBe(`http://h/claude${RESULTS}`);
  });

  it("loses a path of the engine's base URL that ends with a version, which may be left out", () => {
    const at = (location: string) => addressOf(["host", "h"], "/x", location);
    expect(at("https://api.test/proxy/v1").replace(`https://api.test/proxy${RESULTS}`)).toBe(
      "http://h/claude/messages/batches/b/results",
    );
    expect(at("https://api.test/v1").replace(`https://api.test${RESULTS}`)).toBe(`http://h/claude${RESULTS}`);
    expect(at("https://api.test/proxy").replace(`https://api.test/proxyx${RESULTS}`)).toBeUndefined();
    expect(at("nowhere").replace(`https://api.test/proxy${RESULTS}`)).toBeUndefined();
  });

  it("is of our scheme, whatever a proxy says besides https", () => {
    const seen = (proto: string) => addressOf(["host", "h", "x-forwarded-proto", proto]).of("/x");
    expect([seen(" HTTPS "), seen("http"), seen("https,http")]).toEqual([
      "https://h/claude/x",
      "http://h/claude/x",
      "http://h/claude/x",
    ]);
  });

  it("is left alone if the gateway serves no such endpoint, or the host is not known", () => {
    const address = addressOf(["host", "h"]);
    for (const other of [
      "https://api.test/v1/nothing",
      "https://api.test/v1/messages",
      "ftp://x/y",
      "text",
      "",
    ])
      expect([other, address.replace(other)]).toEqual([other, undefined]);
    expect(addressOf([]).replace(`https://api.test${RESULTS}`)).toBeUndefined();
    expect(addressOf([]).of("/x")).toBeUndefined();
  });
});
