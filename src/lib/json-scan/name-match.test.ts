import { expect, it } from "vitest";
import { nameMatch } from "./name-match.ts";

const names = ["model", "stream", "_id", "x-key", "nonce", "😀"];

it.each<[string, ReturnType<typeof nameMatch>]>([
  ["model", { name: "model", isExact: true }],
  ["stream", { name: "stream", isExact: true }],
  ["Model", { name: "model", isExact: false }],
  ["mODEL", { name: "model", isExact: false }],
  ["NONCE", { name: "nonce", isExact: false }],
  ["_id", { name: "_id", isExact: true }],
  ["_ID", { name: "_id", isExact: false }],
  ["X-Key", { name: "x-key", isExact: false }],
  // The bit of lower case makes a letter of `-` and of other signs, which are no letters.
  ["X\rkey", undefined],
  ["\x7fid", undefined],
  ["nodel", undefined],
  ["modem", undefined],
  ["mode", undefined],
  ["models", undefined],
  ["", undefined],
  ["mode\\u006c", { name: "model", isExact: true }],
  ["\\u004dodel", { name: "model", isExact: false }],
  ["\\u006d\\u006f\\u0064\\u0065\\u006c", { name: "model", isExact: true }],
  ["mode\\u006", undefined],
  ["mode\\x6c", undefined],
  ["\u017ftream", { name: "stream", isExact: false }],
  ["m\u00f6del", undefined],
  ["😀", { name: "😀", isExact: true }],
  ["\\ud83d\\ude00", { name: "😀", isExact: true }],
])("the name %j is recognised as %j", (name, expected) => {
  const bytes = Buffer.from(`{"${name}":1}`);
  expect(nameMatch(bytes, 2, bytes.length - 4, names)).toEqual(expected);
});
