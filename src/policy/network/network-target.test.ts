import { expect, test } from "vitest";
import { readNetworkTarget } from "./network-target.ts";

const name = (text: string, port?: number) => ({ host: { text, address: undefined }, port });
const address = (text: string, family: 4 | 6, value: bigint, port?: number) => ({
  host: { text, address: { family, value } },
  port,
});
const LONGEST = `${"a.".repeat(126)}b`;

test.each([
  ["a", name("a")],
  ["A.B.", name("a.b")],
  ["a:", name("a")],
  ["a:1", name("a", 1)],
  ["a:65535", name("a", 65_535)],
  ["1.2.3.4", address("1.2.3.4", 4, 0x01020304n)],
  ["1.2.3.4:5", address("1.2.3.4", 4, 0x01020304n, 5)],
  ["0x7f.1", address("127.0.0.1", 4, 0x7f000001n)],
  ["::1", address("::1", 6, 1n)],
  ["[::1]", address("::1", 6, 1n)],
  ["[::1]:2", address("::1", 6, 1n, 2)],
  ["[::ffff:1.2.3.4]", address("1.2.3.4", 4, 0x01020304n)],
  ["http://a", name("a", 80)],
  ["WS://a", name("a", 80)],
  ["https://u@a/x?y#z", name("a", 443)],
  ["https://a:9/x", name("a", 9)],
  ["wss://a", name("a", 443)],
  ["ftp://a", name("a", 21)],
  ["ssh://u:p@a", name("a", 22)],
  ["git://a", name("a", 9418)],
  ["x://a", name("a")],
  ["a".repeat(63), name("a".repeat(63))],
  [LONGEST, name(LONGEST)],
])("%.60j is read as its host and port", (text, target) => {
  expect(readNetworkTarget(text)).toEqual(target);
});

test.each([
  "",
  "http://",
  "a:0",
  "a:65536",
  "a:123456",
  "http://a\\b",
  "http://a/\u0000",
  ..."%@/\\?# ".split("").map((character) => `a${character}b`),
  "-a",
  "a-",
  "a..b",
  "a_b",
  "a".repeat(64),
  `${LONGEST}c`,
  "[::1%1]",
  "[::1",
  "::1]",
  "[a]",
])("%.60j is no host that every program reads alike", (text) => {
  expect(readNetworkTarget(text)).toBeUndefined();
});
