import { describe, expect, it } from "vitest";
import {
  has,
  isAnyBase64,
  isBlank,
  isMembers,
  isStandardBase64,
  list,
  members,
  objects,
  text,
} from "./raw-json.ts";

describe("a value of a request", () => {
  it.each<
    [value: unknown, isObject: boolean, items: readonly unknown[], objects: readonly object[], text: string]
  >([
    [{ a: 1 }, true, [], [], ""],
    [{}, true, [], [], ""],
    [null, false, [], [], ""],
    [undefined, false, [], [], ""],
    [[], false, [], [], ""],
    [[{ a: 1 }, null, "x", [2]], false, [{ a: 1 }, null, "x", [2]], [{ a: 1 }, {}, {}, {}], ""],
    ["x", false, [], [], "x"],
    ["", false, [], [], ""],
    [7, false, [], [], ""],
    [true, false, [], [], ""],
  ])(
    "%j is an object: %j, has the items %j and the objects %j, and the text %j",
    (value, isObject, ...rest) => {
      expect([isMembers(value), members(value), list(value), objects(value), text(value)]).toStrictEqual([
        isObject,
        isObject ? value : {},
        ...rest,
      ]);
    },
  );

  it.each<[unknown, boolean, boolean]>([
    [0, true, false],
    [false, true, false],
    ["", true, true],
    [" \n\t", true, true],
    [" a ", true, false],
    [null, false, false],
    [undefined, false, false],
  ])("%j is set: %j, and blank: %j", (value, isSet, blank) => {
    expect([has({ a: value }, "a"), isBlank(value)]).toEqual([isSet, blank]);
  });
});

it.each<[value: string, isStandard: boolean, isAny: boolean]>([
  ["", false, true],
  ["YQ==", true, true],
  ["YWI=", true, true],
  ["YWJj", true, true],
  ["YWJjZGVm", true, true],
  ["+/+/", true, true],
  ["-_-_", false, true],
  ["YQ", false, true],
  ["YWI", false, true],
  ["Y", false, false],
  ["YWJjZ", false, false],
  ["YQ=", false, true],
  ["YQ===", false, false],
  ["Y===", false, false],
  ["Y=Q=", false, false],
  ["YW J", false, false],
  ["YWJ\n", false, false],
  ["YWJ!", false, false],
  ["!WJj", false, false],
])("%j is base64 of the standard alphabet: %j, and of either: %j", (value, isStandard, isAny) => {
  expect([isStandardBase64(value), isAnyBase64(value)]).toEqual([isStandard, isAny]);
});
