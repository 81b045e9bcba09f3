import { BlockList, isIPv4, isIPv6 } from "node:net";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { networkKey, parseAddress } from "./address.ts";

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
});
