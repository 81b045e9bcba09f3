import { describe, expect, test } from "vitest";
import { openPolicy, type PolicyProfile } from "../../contract/index.ts";
import { canConnect, compilePolicy, permitsNetwork } from "../index.ts";

const compile = (profile: Partial<PolicyProfile>) => compilePolicy({ ...openPolicy(), ...profile });

describe("P15: addresses in other spellings", () => {
  const policy = compile({ deny_network: ["127.0.0.0/8", "10.0.0.0/8", "fd00::/8", "[2001:4860::8888]:53"] });

  test.each([
    ["127.0.0.1", "127.0.0.1"],
    ["2130706433", "127.0.0.1"],
    ["0x7f.1", "127.0.0.1"],
    ["0177.0.0.1", "127.0.0.1"],
    ["127.1", "127.0.0.1"],
    ["127.0.0.1.", "127.0.0.1"],
    ["①②⑦.0.0.1", "127.0.0.1"],
    ["http://user:pass@127.1:8080/x", "127.0.0.1:8080"],
    ["[::ffff:127.0.0.1]", "127.0.0.1"],
    ["::ffff:7f00:1", "127.0.0.1"],
    ["[::ffff:7f00:1]:443", "127.0.0.1:443"],
    ["localhost", "localhost"],
    ["LOCALHOST.", "localhost"],
    ["api.localhost:3000", "api.localhost:3000"],
    ["0", "0.0.0.0"],
    ["0.0.0.0", "0.0.0.0"],
    ["[::]", "[::]"],
    ["[::1]", "[::1]"],
  ])("%j is decided as %j and denied with the loopback network", (target, subject) => {
    expect(canConnect(policy, target)).toMatchObject({
      verdict: "deny",
      subject,
      rule: { id: "deny_network[0]", pattern: "127.0.0.0/8" },
      address_class: expect.stringMatching(/^(loopback|unspecified)$/),
    });
  });

  test.each([
    ["10.200.0.1", "deny_network[1]"],
    ["[64:ff9b::a00:1]", "deny_network[1]"],
    ["[2002:a00:1::]", "deny_network[1]"],
    ["[fd12::1]:80", "deny_network[2]"],
    ["[2001:4860::8888]:53", "deny_network[3]"],
    ["2001:4860::8888", "deny_network[3]"],
  ])("%j is denied by %s", (target, rule) => {
    expect(canConnect(policy, target)).toMatchObject({ verdict: "deny", rule: { id: rule } });
  });

  test.each(["11.0.0.1", "[2001:4860::8888]:443", "10.example.com"])("%j is not denied", (target) => {
    expect(canConnect(policy, target).verdict).toBe("allow");
  });

  test("a rule for localhost is a rule for this machine's addresses", () => {
    const local = compile({ deny_network: ["localhost"] });
    for (const target of [
      "127.0.0.1",
      "127.8.8.8",
      "[::1]",
      "[::]",
      "0",
      "[::ffff:127.0.0.1]",
      "localhost.",
    ]) {
      expect(canConnect(local, target).verdict, target).toBe("deny");
    }
    expect(canConnect(local, "128.0.0.1").verdict).toBe("allow");
  });

  test("the connected address is decided upon as well as the name", () => {
    expect(canConnect(policy, "rebind.example", { address: "10.0.0.9" })).toMatchObject({
      verdict: "deny",
      rule: { id: "deny_network[1]" },
      address_class: "private",
    });
    expect(canConnect(policy, "example.com", { address: "::ffff:10.0.0.9" }).verdict).toBe("deny");
    expect(canConnect(policy, "example.com", { address: "93.184.216.34" })).toMatchObject({
      verdict: "allow",
      address_class: "public",
    });
    expect(canConnect(policy, "example.com", { address: "nowhere at all" }).verdict).toBe("deny");
    const network = compile({ allow_network: ["93.184.216.0/24"] });
    expect(canConnect(network, "example.com", { address: "93.184.216.34" }).verdict).toBe("allow");
    expect(canConnect(network, "example.com").verdict).toBe("deny");
  });

  test.each([
    ["8.8.8.8", "public"],
    ["127.0.0.1", "loopback"],
    ["localhost", "loopback"],
    ["192.168.1.1", "private"],
    ["172.31.0.1", "private"],
    ["172.32.0.1", "public"],
    ["100.64.0.1", "private"],
    ["169.254.169.254", "link_local"],
    ["[fe80::1]", "link_local"],
    ["[fc00::1]", "private"],
    ["[64:ff9b::7f00:1]", "loopback"],
    ["[::7f00:1]", "loopback"],
    ["[2606:4700::1]", "public"],
    ["[ff02::1]", "multicast"],
    ["224.0.0.1", "multicast"],
    ["255.255.255.255", "reserved"],
    ["example.com", "unresolved"],
  ])("%j is marked %s", (target, kind) => {
    expect(canConnect(compile({}), target)).toMatchObject({ verdict: "allow", address_class: kind });
  });

  test.each(["[fe80::1%eth0]", "[fe80::1%25eth0]", "fe80::1%eth0", "1.2.3.4.5", "256.1.1.1", "08.1.1.1"])(
    "%j is refused as malformed",
    (target) => {
      expect(canConnect(compile({}), target).rule.id).toBe("network.malformed_host");
    },
  );
});

describe("P02: labels, not prefixes or suffixes", () => {
  test("a name that begins or ends like a permitted one is another", () => {
    const policy = compile({ allow_network: ["docs.io", "*.docs.io"] });
    for (const target of ["docs.io.evil.com", "evildocs.io", "docs.io-evil.com", "x-docs.io"]) {
      expect(canConnect(policy, target).rule.id, target).toBe("network.not_in_allowlist");
    }
  });
});

describe("P16: names", () => {
  const policy = compile({ allow_network: ["*.example.com", "api.other.org:443", "bücher.example"] });

  test.each([
    ["api.example.com", "allow"],
    ["a.b.example.com", "allow"],
    ["API.Example.COM.", "allow"],
    ["https://api.example.com/v1?x=y#z", "allow"],
    ["example.com", "deny"],
    ["evil-example.com", "deny"],
    ["example.com.evil.com", "deny"],
    ["api.example.com.evil.com", "deny"],
    ["http://api.example.com@evil.com/", "deny"],
    ["api.other.org:443", "allow"],
    ["https://api.other.org", "allow"],
    ["http://api.other.org", "deny"],
    ["api.other.org", "deny"],
    ["xn--bcher-kva.example", "allow"],
    ["BÜCHER.example", "allow"],
    ["ｂücher.example", "allow"],
    ["bucher.example", "deny"],
    ["1.2.3.4", "deny"],
  ])("%j is decided as %s", (target, verdict) => {
    expect(canConnect(policy, target).verdict).toBe(verdict);
  });

  test.each([
    "api.example.com\u0000.evil.com",
    "evil.com\u0000.example.com",
    "api.example.com\n",
    " api.example.com",
    "api .example.com",
    "%61pi.example.com",
    "http://evil.com\\@api.example.com/",
    "evil.com/.example.com",
    "evil.com#.example.com",
    "evil.com@api.example.com",
    "http:evil.com",
    "http:/evil.com",
    "http:///evil.com",
    "//evil.com",
    "a_b.example.com",
    "-a.example.com",
    "a..example.com",
    `${"a".repeat(64)}.example.com`,
    "api.example.com:0",
    "api.example.com:70000",
    "api.example.com:80:80",
    "xn--\u00fc.example.com",
    "",
    ".",
  ])("%j is refused as malformed, even by an empty profile", (target) => {
    expect(canConnect(compile({}), target)).toMatchObject({
      verdict: "deny",
      rule: { id: "network.malformed_host" },
    });
  });

  test("a denied wildcard spares the name above it", () => {
    const denied = compile({ deny_network: ["*.evil.com"] });
    expect(canConnect(denied, "a.evil.com").verdict).toBe("deny");
    expect(canConnect(denied, "evil.com").verdict).toBe("allow");
    for (const name of ["notevil.com", "xevil.com", "a.xevil.com", "a.evil.com.x"])
      expect([name, canConnect(denied, name).verdict]).toEqual([name, "allow"]);
  });

  test("a denied port is denied also if the port is not known", () => {
    const denied = compile({ deny_network: ["*:25"] });
    expect(canConnect(denied, "a.com:25").verdict).toBe("deny");
    expect(canConnect(denied, "a.com").verdict).toBe("deny");
    expect(canConnect(denied, "a.com:26").verdict).toBe("allow");
  });

  test.each([
    ["http", 80],
    ["ws", 80],
    ["HTTPS", 443],
    ["wss", 443],
    ["ftp", 21],
    ["ssh", 22],
    ["git", 9418],
    ["gopher", undefined],
    ["git+ssh", undefined],
  ])("a URL of the scheme %s has the port %s unless it states one", (scheme, port) => {
    expect(canConnect(compile({}), `${scheme}://a.com/x`).port).toBe(port);
    expect(canConnect(compile({}), `${scheme}://a.com:/x`).port).toBe(port);
    expect(canConnect(compile({}), `${scheme}://a.com:8080/x`).port).toBe(8080);
  });

  test("a port is a number from 1 to 65535", () => {
    const at = (port: string) => canConnect(compile({}), `a.com:${port}`);
    expect([at("1").port, at("65535").port, at("00080").port]).toEqual([1, 65_535, 80]);
    for (const port of ["0", "00000", "65536", "99999", "000080", "+80", "8o", "-1"])
      expect(at(port).rule.id, port).toBe("network.malformed_host");
    const rule = (port: string) => () => compile({ deny_network: [`a.com:${port}`] });
    expect(canConnect(rule("65535")(), "a.com:65535").verdict).toBe("deny");
    expect(canConnect(rule("65535")(), "a.com:65534").verdict).toBe("allow");
    expect(canConnect(rule("1")(), "a.com:1").verdict).toBe("deny");
    expect(canConnect(rule("*")(), "a.com:7").verdict).toBe("deny");
    for (const port of ["0", "65536", "100000", "x", "", "-1"])
      expect(rule(port), port).toThrow("the port is not a number from 1 to 65535");
    expect(() => compile({ deny_network: ["10.0.0.0/8:65536"] })).toThrow("the port is not a number");
    expect(canConnect(compile({ deny_network: ["10.0.0.0/8:80"] }), "10.0.0.1:80").verdict).toBe("deny");
    expect(canConnect(compile({ deny_network: ["10.0.0.0/8:80"] }), "10.0.0.1:81").verdict).toBe("allow");
  });

  test("labels have at most 63 characters, and names at most 253", () => {
    const verdict = (host: string) => canConnect(compile({}), host).verdict;
    expect([verdict(`${"a".repeat(63)}.com`), verdict(`${"a".repeat(64)}.com`)]).toEqual(["allow", "deny"]);
    const long = `${"a.".repeat(126)}b`;
    expect(long).toHaveLength(253);
    expect([verdict(long), verdict(`${long}c`)]).toEqual(["allow", "deny"]);
    for (const host of ["a-.com", "-a.com", "a.-b", "a_b", "a..b"]) expect(verdict(host), host).toBe("deny");
    for (const host of ["a-b.com", "a--b", "1a.2", "x"])
      expect(canConnect(compile({}), `https://${host}/`).host ?? "none", host).toBe(
        host === "1a.2" ? "none" : host,
      );
  });

  test("wildcards within names stay within their label", () => {
    const labels = compile({ allow_network: ["api-*.example.com", "{a,b}.test", "*.cdn?.net", "example.*"] });
    expect(canConnect(labels, "api-1.example.com").rule.id).toBe("allow_network[0]");
    expect(canConnect(labels, "api-1.evil.example.com").verdict).toBe("deny");
    expect(canConnect(labels, "b.test").rule.id).toBe("allow_network[1]");
    expect(canConnect(labels, "x.y.cdn1.net").rule.id).toBe("allow_network[2]");
    expect(canConnect(labels, "cdn1.net").verdict).toBe("deny");
    expect(canConnect(labels, "example.org").rule.id).toBe("allow_network[3]");
    expect(canConnect(labels, "example.co.uk").verdict).toBe("deny");
  });

  test("a star allows or denies every host", () => {
    expect(canConnect(compile({ deny_network: ["*"] }), "[::1]:80").rule.id).toBe("deny_network[0]");
    expect(canConnect(compile({ allow_network: ["*"] }), "1.1.1.1").rule.id).toBe("allow_network[0]");
  });

  test.each([
    "https://example.com",
    "example.com/path",
    "10.*",
    "192.168.1.*",
    "*.1.1",
    "*.*",
    "10.0.0.0/33",
    "::ffff:10.0.0.0/95",
    "999.0.0.0/8",
    "a b.com",
    "{a.com,b.com}",
    "[a.com",
    "example.com:0",
    "example.com:http",
    "a_b.com",
    "",
  ])("the rule %j is refused, because it could not hold", (pattern) => {
    expect(() => compile({ deny_network: [pattern] })).toThrow("policy.deny_network[0]");
  });

  test.each([
    ["a_b.com", "it is not a host name, an address, a network or a wildcard"],
    ["*.a_b.com", "what follows the wildcard is not a host name"],
    ["**.10.0.0.1", "a wildcard cannot stand in an address; write a network such as 10.0.0.0/8"],
    ["10.?.*.1", "a wildcard cannot stand in an address; write a network such as 10.0.0.0/8"],
    ["a_*.com", "it is not a pattern of host names"],
    ["{a.b,c}.com", "a dot cannot stand in a group or a class"],
    ["[a.b]*.com", "a dot cannot stand in a group or a class"],
    ["*.*.", "for every host write *"],
    ["999.0.0.0/8", "what stands before the / is not an address"],
    ["10.0.0.0/33", "the prefix length does not fit the address"],
    ["fd00::/129", "the prefix length does not fit the address"],
    ["::ffff:10.0.0.0/95", "the prefix length does not fit the address"],
    ["::ffff:10.0.0.0/129", "the prefix length does not fit the address"],
  ])("the rule %j is refused: %s", (pattern, reason) => {
    expect(() => compile({ deny_network: [pattern] })).toThrow(reason);
  });

  test.each([
    ["10.0.0.0/32", "10.0.0.0", "10.0.0.1"],
    ["10.0.0.0/31", "10.0.0.1", "10.0.0.2"],
    ["0.0.0.0/0", "9.9.9.9", "[2001::1]"],
    ["::ffff:10.0.0.0/104", "10.9.9.9", "11.0.0.0"],
    ["::ffff:0.0.0.0/96", "9.9.9.9", "[2001::1]"],
    ["[fd00::]/8", "[fdff::1]", "[fc00::1]"],
    ["fd00::1/128", "[fd00::1]", "[fd00::2]"],
    ["fd00::1", "[fd00::1]", "[fd00::2]"],
    ["[fd00::1]:*", "[fd00::1]:9", "[fd00::2]:9"],
    ["*.Example.com.", "a.example.com", "example.com"],
    ["**.example.com", "a.b.example.com", "example.com"],
    ["***", "a", "nothing"],
  ])("the rule %j holds for %s and not for %s", (pattern, inside, outside) => {
    const policy = compile({ deny_network: [pattern] });
    expect(canConnect(policy, inside)).toMatchObject({ verdict: "deny", rule: { id: "deny_network[0]" } });
    if (outside !== "nothing") expect(canConnect(policy, outside).verdict).toBe("allow");
  });

  test("of several rules that match, the first one decides, whatever its kind", () => {
    const rules = ["c.test:1", "*", "a.b.test", "*.test", "a*.b.test", "10.0.0.0/8"];
    for (let first = 0; first < rules.length; first++) {
      const rotated = [...rules.slice(first), ...rules.slice(0, first)];
      const { rule } = canConnect(compile({ deny_network: rotated }), "a.b.test:2", { address: "10.0.0.1" });
      expect(rule.id, rotated[0]).toBe(rotated[0] === "c.test:1" ? "deny_network[1]" : "deny_network[0]");
    }
  });

  test("the decision names the host and port that a proxy must hold to", () => {
    expect(canConnect(policy, "wss://API.example.com./socket")).toEqual({
      verdict: "allow",
      rule: { id: "allow_network[0]", list: "allow_network", index: 0, pattern: "*.example.com" },
      reason: `network allowed for 'api.example.com:443' by allow_network[0] "*.example.com"`,
      subject: "api.example.com:443",
      host: "api.example.com",
      port: 443,
      address_class: "unresolved",
      names_address: false,
    });
  });
});

describe("a connection whose address a rule names", () => {
  test.each([
    [["10.0.0.0/8"], "db.test", "10.1.2.3", true],
    [["db.test", "10.0.0.0/8"], "db.test", "10.1.2.3", true],
    [["*", "10.1.2.3"], "db.test", "10.1.2.3", true],
    [["db.test"], "db.test", "10.1.2.3", false],
    [["*"], "db.test", "10.1.2.3", false],
    [["*", "0.0.0.0/0"], "db.test", "10.1.2.3", false],
    [["*", "0.0.0.0/7"], "db.test", "1.1.2.3", false],
    [["*", "fc00::/7"], "db.test", "fd00::1", true],
    [["*", "::/0"], "db.test", "fd00::1", false],
    [["*", "10.1.2.3:80"], "db.test:81", "10.1.2.3", false],
    [["*", "10.1.2.3:80"], "db.test:80", "10.1.2.3", true],
    [["localhost:80"], "localhost:80", "127.0.0.1", true],
    [["localhost:80", "*"], "localhost:81", "127.0.0.1", false],
    [["localhost"], "localhost", "10.0.0.1", false],
    [["localhost", "evil.test"], "evil.test", "127.0.0.1", false],
  ])("%j, %s at %s: %s", (allow, target, address, expected) => {
    const decision = canConnect(compile({ allow_network: allow }), target, { address });
    expect(decision.names_address).toBe(expected);
  });

  test.each([
    [["10.0.0.0/8"], ["*"], true],
    [["*"], ["10.0.0.0/8"], true],
    [["10.0.0.0/8"], ["10.1.2.3"], true],
    [["*"], ["db.test"], false],
  ])("by %j of the floor and %j of the profile, whichever of them names it: %s", (below, above, expected) => {
    const floor = { ...openPolicy(), allow_network: below };
    const policy = compilePolicy({ ...openPolicy(), allow_network: above }, { floor });
    const decision = canConnect(policy, "db.test", { address: "10.1.2.3" });
    expect([decision.verdict, decision.names_address]).toEqual(["allow", expected]);
  });

  test("is never a connection that nothing but the absence of rules permits", () => {
    expect(canConnect(compile({}), "10.0.0.1").names_address).toBe(false);
    expect(canConnect(compile({}), "bad host").names_address).toBe(false);
  });
});

describe("whether any connection could be allowed", () => {
  test.each<[Partial<PolicyProfile>, boolean]>([
    [{}, true],
    [{ deny_network: ["*"] }, false],
    [{ deny_network: ["*:25"] }, true],
    [{ deny_network: ["*:25", "*"] }, false],
    [{ deny_network: ["evil.test"] }, true],
    [{ allow_network: ["db.test"] }, true],
    [{ allow_network: ["db.test"], deny_network: ["*"] }, false],
  ])("by %j: %s", (profile, expected) => {
    expect(permitsNetwork(compile(profile))).toBe(expected);
    expect(permitsNetwork(compilePolicy(openPolicy(), { floor: { ...openPolicy(), ...profile } }))).toBe(
      expected,
    );
  });

  test("by an allow list that is present and empty: false", () => {
    expect(permitsNetwork(compilePolicy(openPolicy(), { explicitEmptyAllow: ["allow_network"] }))).toBe(
      false,
    );
  });
});
