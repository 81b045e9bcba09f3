import { describe, expect, it } from "vitest";
import { HostRule } from "./host-rule.ts";

const rule = (): HostRule => new HostRule("10.0.0.5", ["ABP.example", "[fd00::1]"]);
const codeOf = (run: () => void): string => {
  try {
    run();
    return "accepted";
  } catch (error) {
    const { code, where } = error as { code: string; where: string };
    return `${code} at ${where}`;
  }
};

describe("the Host header", () => {
  it.each([
    "localhost",
    "LocalHost:8088",
    "localhost.",
    "127.0.0.1:1",
    "[::1]",
    "[::1]:80",
    "10.0.0.5",
    "abp.example",
    "[fd00::1]:443",
  ])("may be %s", (host) => {
    expect(codeOf(() => rule().check(host, undefined, undefined))).toBe("accepted");
  });

  it.each(["evil.example", "localhost.evil.example", "10.0.0.6", "[::2]", "abp.example.evil"])(
    "must not be %s",
    (host) => {
      expect(codeOf(() => rule().check(host, undefined, "10.0.0.5"))).toBe("host_denied at host");
    },
  );

  it.each([undefined, "", "a b", "user@localhost", "localhost/x", "localhost:123456", "-a", "[zz]", "[::1"])(
    "is malformed as %j",
    (host) => {
      expect(codeOf(() => rule().check(host, undefined, undefined))).toBe("request_malformed at host");
    },
  );

  it("may be the address of the connection, in any spelling, but is not accepted on others", () => {
    const one = rule();
    one.check("192.168.1.9:80", undefined, "::ffff:192.168.1.9");
    one.check("[fe80::1]", undefined, "fe80::1");
    expect(codeOf(() => one.check("192.168.1.9:80", undefined, "192.168.1.8"))).toBe("host_denied at host");
  });

  it("that is a name is never matched with the address of the connection", () => {
    expect(codeOf(() => rule().check("name", undefined, "name"))).toBe("host_denied at host");
    expect(codeOf(() => rule().check("::ffff:name", undefined, undefined))).toBe("request_malformed at host");
  });

  it("is an address only if all of it is one", () => {
    const mapped = new HostRule("::ffff:10.0.0.5", []);
    expect(codeOf(() => mapped.check("10.0.0.5", undefined, undefined))).toBe("accepted");
    expect(codeOf(() => mapped.check("[::ffff:10.0.0.5]", undefined, undefined))).toBe("accepted");
    for (const host of ["abcdefg10.0.0.5", "abcdefg127.0.0.1", "[::fffe:127.0.0.1]"])
      expect(codeOf(() => mapped.check(host, undefined, "10.0.0.5"))).toBe("host_denied at host");
  });

  it("is accepted again, however many spellings came before", () => {
    const one = rule();
    for (let port = 1; port <= 200; port += 1) one.check(`localhost:${port}`, undefined, undefined);
    one.check("localhost:1", undefined, undefined);
    one.check("localhost:199", undefined, undefined);
    expect(codeOf(() => one.check("evil.example", undefined, undefined))).toBe("host_denied at host");
  });
});

describe("the Origin header", () => {
  it.each(["http://localhost:3000", "https://127.0.0.1", "http://[::1]:1", "https://abp.example"])(
    "may be %s",
    (origin) => {
      expect(codeOf(() => rule().check("localhost", origin, undefined))).toBe("accepted");
    },
  );

  it.each(["null", "x", "https://evil.example", "file://localhost", "ftp://localhost", "ws://localhost"])(
    "must not be %s",
    (origin) => {
      expect(codeOf(() => rule().check("localhost", origin, undefined))).toBe("host_denied at origin");
    },
  );

  it("may be the address of the connection", () => {
    rule().check("localhost", "http://192.168.1.9", "192.168.1.9");
  });
});
