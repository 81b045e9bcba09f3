import { expect, it } from "vitest";
import { readCutOffArguments } from "./cut-off-arguments.ts";

it.each<[text: string, read: object]>([
  ['{"a":1}', { a: 1 }],
  ['{"a":1,', { a: 1 }],
  ['{"a":1,"b', { a: 1 }],
  ['{"a":1,"b":', { a: 1 }],
  ['{"a":1,"b":"c', { a: 1, b: "c" }],
  ['{"a":"b\\', { a: "b" }],
  ['{"a":"b\\"c', { a: 'b"c' }],
  ['{"a":"b\\\\', { a: "b\\" }],
  ['{"a":"b\\u00', { a: "b" }],
  ['{"a":"b\\u0041', { a: "bA" }],
  ['{"a":"{[,', { a: "{[," }],
  ['{"a":[1,2', { a: [1, 2] }],
  ['{"a":[1,2,', { a: [1, 2] }],
  ['{"a":[{"b":[', { a: [{ b: [] }] }],
  ['{"a":[{"b":1}],"c":tr', { a: [{ b: 1 }] }],
  ['{"a":{"b":1},"c":{"d":nu', { a: { b: 1 }, c: {} }],
  ["{", {}],
  ["[1", { input: "[1" }],
  ["go", { input: "go" }],
  ["", { input: "" }],
])("arguments that were cut off as %s keep what is whole", (text, read) => {
  expect(readCutOffArguments(text)).toEqual(read);
});
