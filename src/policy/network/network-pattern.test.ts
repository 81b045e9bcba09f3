import { expect, test } from "vitest";
import { NetworkPatternError, parseNetworkPattern } from "./network-pattern.ts";

const network = (family: 4 | 6, length: number, value: number, port?: number) => ({
  kind: "network",
  family,
  length,
  key: `${family}/${length}/${value}`,
  port,
});
const labels = (sources: readonly string[], subdomains: boolean, port?: number) => ({
  kind: "labels",
  labels: sources.map((source) => expect.objectContaining({ source })),
  subdomains,
  port,
});

test.each([
  ["*", { kind: "any", port: undefined }],
  ["**", { kind: "any", port: undefined }],
  ["*:80", { kind: "any", port: 80 }],
  ["*.a", { kind: "subdomains", name: "a", port: undefined }],
  ["**.A.:1", { kind: "subdomains", name: "a", port: 1 }],
  ["A.", { kind: "name", name: "a", port: undefined }],
  ["a:65535", { kind: "name", name: "a", port: 65_535 }],
  ["a:*", { kind: "name", name: "a", port: undefined }],
  ["1.2.3.4", network(4, 32, 0x01020304)],
  ["::1", network(6, 128, 1)],
  ["::1:2", network(6, 128, 0x10002)],
  ["[::1]", network(6, 128, 1)],
  ["[::1]:2", network(6, 128, 1, 2)],
  ["1.2.3.0/24", network(4, 24, 0x010203)],
  ["1.2.3.0/24:5", network(4, 24, 0x010203, 5)],
  ["1.2.3.4/32", network(4, 32, 0x01020304)],
  ["1.2.3.4/0", network(4, 0, 0)],
  ["::/0", network(6, 0, 0)],
  ["::1/128", network(6, 128, 1)],
  ["[::]/64:1", network(6, 64, 0, 1)],
  ["::ffff:1.2.3.4/120", network(4, 24, 0x010203)],
  ["::ffff:1.2.3.4/96", network(4, 0, 0)],
  ["a.*", labels(["a", "*"], false)],
  ["A*.B.", labels(["a*", "b"], false)],
  ["*.b*", labels(["*", "b*"], true)],
  ["**.[ab].c", labels(["**", "[ab]", "c"], true)],
  ["x*.{a,b}:80", labels(["x*", "{a,b}"], false, 80)],
])("%j has its meaning", (pattern, meaning) => {
  expect(parseNetworkPattern(pattern)).toEqual(meaning);
});

const addressAdvice = "a wildcard cannot stand in an address; write a network such as 10.0.0.0/8";
const port = "the port is not a number from 1 to 65535";
const length = "the prefix length does not fit the address";
const group = "a dot cannot stand in a group or a class";
test.each([
  ["", "it is not a host name, an address, a network or a wildcard"],
  ["x/8", "it is not a host name, an address, a network or a wildcard"],
  ["1.2.3/8x", "it is not a host name, an address, a network or a wildcard"],
  ["a.b/8", "what stands before the / is not an address"],
  ["ab/8", "what stands before the / is not an address"],
  ["::1::/8", "what stands before the / is not an address"],
  ["1.2.3.0/33", length],
  ["::/129", length],
  ["::ffff:1.2.3.4/95", length],
  ["a:0", port],
  ["a:x", port],
  ["a:", port],
  ["a*:65536", port],
  ["1.2.3.0/24:0", port],
  ["*.a b", "what follows the wildcard is not a host name"],
  ["*.1.2.3.4", addressAdvice],
  ["1.2.3.*", addressAdvice],
  ["1.?.3.4", addressAdvice],
  ["*.*", "for every host write *"],
  ["{a.b}.c", group],
  ["[a.].c", group],
  ["a*_", "it is not a pattern of host names"],
  ["a[", "the character class has no closing ] (offset 1)"],
])("%j is refused: %s", (pattern, message) => {
  expect(() => parseNetworkPattern(pattern)).toThrow(new NetworkPatternError(message));
});
