import { BlockList, isIPv4, isIPv6 } from "node:net";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addressWidth, classifyAddress, embeddedAddress, networkKey, parseAddress } from "./address.ts";

describe("an address", () => {
  test("written as the URL standard writes it is read", () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
        const canonical = URL.parse(`http://${text.includes(":") ? `[${text}]` : text}/`)!.hostname;
        const bare = canonical.replace(/^\[|\]$/g, "");
        expect(isIPv4(bare) || isIPv6(bare)).toBe(true);
        expect(parseAddress(bare)).toBeDefined();
      }),
    );
  });

  test.each([
    "",
    "1.2.3",
    "1.2.3.256",
    "::1::",
    "1:2:3:4:5:6:7",
    "1:2:3:4:5:6:7:8:9",
    "12345::",
    "g::",
    "1.2.3.4.5",
  ])("%j is none", (text) => {
    expect(parseAddress(text)).toBeUndefined();
  });

  test("lies in the networks that Node's own list finds it in", () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.ipV4(), fc.nat({ max: 32 }), (one, other, length) => {
        const list = new BlockList();
        list.addSubnet(one, length, "ipv4");
        const same = networkKey(parseAddress(one)!, length) === networkKey(parseAddress(other)!, length);
        expect(same).toBe(list.check(other, "ipv4"));
      }),
    );
  });

  // The IANA special-purpose address registries, and RFC 4291: the address before a network, its first and last, and the next.
  test.each([
    ["0.0.0.0/8", undefined, "0.0.0.0", "0.255.255.255", "1.0.0.0", "unspecified"],
    ["10.0.0.0/8", "9.255.255.255", "10.0.0.0", "10.255.255.255", "11.0.0.0", "private"],
    ["100.64.0.0/10", "100.63.255.255", "100.64.0.0", "100.127.255.255", "100.128.0.0", "private"],
    ["127.0.0.0/8", "126.255.255.255", "127.0.0.0", "127.255.255.255", "128.0.0.0", "loopback"],
    ["169.254.0.0/16", "169.253.255.255", "169.254.0.0", "169.254.255.255", "169.255.0.0", "link_local"],
    ["172.16.0.0/12", "172.15.255.255", "172.16.0.0", "172.31.255.255", "172.32.0.0", "private"],
    ["192.0.0.0/24", "191.255.255.255", "192.0.0.0", "192.0.0.255", "192.0.1.0", "reserved"],
    ["192.0.2.0/24", "192.0.1.255", "192.0.2.0", "192.0.2.255", "192.0.3.0", "reserved"],
    ["192.168.0.0/16", "192.167.255.255", "192.168.0.0", "192.168.255.255", "192.169.0.0", "private"],
    ["198.18.0.0/15", "198.17.255.255", "198.18.0.0", "198.19.255.255", "198.20.0.0", "reserved"],
    ["198.51.100.0/24", "198.51.99.255", "198.51.100.0", "198.51.100.255", "198.51.101.0", "reserved"],
    ["203.0.113.0/24", "203.0.112.255", "203.0.113.0", "203.0.113.255", "203.0.114.0", "reserved"],
    ["224.0.0.0/4", "223.255.255.255", "224.0.0.0", "239.255.255.255", undefined, "multicast"],
    ["240.0.0.0/4", undefined, "240.0.0.0", "255.255.255.255", undefined, "reserved"],
    ["::/128", undefined, "::", "::", undefined, "unspecified"],
    ["::1/128", undefined, "::1", "::1", undefined, "loopback"],
    [
      "64:ff9b:1::/48",
      "64:ff9b:0:ffff::",
      "64:ff9b:1::",
      "64:ff9b:1:ffff:ffff:ffff:ffff:ffff",
      "64:ff9b:2::",
      "private",
    ],
    ["100::/64", "ff::", "100::", "100::ffff:ffff:ffff:ffff", "100:0:0:1::", "reserved"],
    ["2001::/23", "2000:ffff::", "2001::", "2001:1ff:ffff::", "2001:200::", "reserved"],
    ["2001:db8::/32", "2001:db7::", "2001:db8::", "2001:db8:ffff::", "2001:db9::", "reserved"],
    ["3fff::/20", "3ffe:ffff::", "3fff::", "3fff:fff::", "3fff:1000::", "reserved"],
    ["fc00::/7", "fbff::", "fc00::", "fdff::", "fe00::", "private"],
    ["fe80::/10", "fe7f::", "fe80::", "febf::", undefined, "link_local"],
    ["fec0::/10", undefined, "fec0::", "feff::", undefined, "private"],
    ["ff00::/8", undefined, "ff00::", "ffff::", undefined, "multicast"],
  ])("of %s has its class, and its neighbours have not", (_, before, first, last, after, kind) => {
    const classOf = (text: string) => classifyAddress(parseAddress(text)!);
    expect([classOf(first), classOf(last)]).toEqual([kind, kind]);
    for (const outside of [before, after]) if (outside !== undefined) expect(classOf(outside)).toBe("public");
  });

  test.each([
    ["64:ff9b::a00:1", "10.0.0.1"],
    ["::a00:1", "10.0.0.1"],
    ["::2", "0.0.0.2"],
    ["2002:a00:1::", "10.0.0.1"],
    ["2002:a00:1:ffff:ffff::1", "10.0.0.1"],
    ["::", undefined],
    ["::1", undefined],
    ["64:ff9b:0:0:0:1:a00:1", undefined],
    ["2003:a00:1::", undefined],
    ["1::a00:1", undefined],
    ["10.0.0.1", undefined],
  ])("%s has the embedded address %s", (text, embedded) => {
    expect(embeddedAddress(parseAddress(text)!)).toEqual(
      embedded === undefined ? undefined : parseAddress(embedded),
    );
  });

  test("that is mapped into IPv6 is the IPv4 address", () => {
    expect(parseAddress("::ffff:a00:1")).toEqual(parseAddress("10.0.0.1"));
    expect(parseAddress("::fffe:a00:1")?.family).toBe(6);
    expect(parseAddress("1::ffff:a00:1")?.family).toBe(6);
    expect([addressWidth(4), addressWidth(6)]).toEqual([32, 128]);
  });

  test.each([
    ["::", 0n],
    ["::1", 1n],
    ["1::", 1n << 112n],
    ["1:2:3:4:5:6:7:8", 0x1_0002_0003_0004_0005_0006_0007_0008n],
    ["1::8", (1n << 112n) | 8n],
    ["1:2:3:4:5:6:7::", 0x1_0002_0003_0004_0005_0006_0007_0000n],
    ["ABCD::ef", (0xabcdn << 112n) | 0xefn],
    ["1.2.3.4", 0x0102_0304n],
  ])("%s has the value %s", (text, value) => {
    expect(parseAddress(text)?.value).toBe(value);
  });

  test.each([
    "1:2:3:4:5:6:7:8::",
    "::1:2:3:4:5:6:7:8",
    "1::2::3",
    ":",
    ":1",
    "1:",
    "1:::2",
    "1.2.3.4:5",
    "a",
  ])("%j is none either", (text) => {
    expect(parseAddress(text)).toBeUndefined();
  });
});
