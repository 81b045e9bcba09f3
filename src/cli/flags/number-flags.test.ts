import { expect, it } from "vitest";
import { readAmount, readCount, readPort } from "./number-flags.ts";

it.each<[typeof readCount, string, number]>([
  [readCount, "1", 1],
  [readCount, "9007199254740991", Number.MAX_SAFE_INTEGER],
  [readAmount, "0.5", 0.5],
  [readAmount, " 2 ", 2],
  [readAmount, "1e3", 1000],
  [readPort, "0", 0],
  [readPort, "65535", 65_535],
])("%s reads %j as %d", (read, text, number) => {
  expect(read(text, "--flag")).toBe(number);
});

it.each<[typeof readCount, string, string]>([
  [readCount, "0", '"0" is not a whole number above zero'],
  [readCount, "-1", '"-1" is not a whole number above zero'],
  [readCount, "1.5", '"1.5" is not a whole number above zero'],
  [readCount, "9007199254740992", '"9007199254740992" is not a whole number above zero'],
  [readCount, "", '"" is not a whole number above zero'],
  [readAmount, "0", '"0" is not a number above zero'],
  [readAmount, "-1", '"-1" is not a number above zero'],
  [readAmount, "Infinity", '"Infinity" is not a number above zero'],
  [readAmount, "soon", '"soon" is not a number above zero'],
  [readAmount, " ", '" " is not a number above zero'],
  [readPort, "65536", '"65536" is not a port'],
  [readPort, "-1", '"-1" is not a port'],
  [readPort, "", '"" is not a port'],
  [readPort, "1.0", '"1.0" is not a port'],
  [readPort, "1e3", '"1e3" is not a port'],
])("%s refuses %j: %s", (read, text, message) => {
  expect(() => read(text, "--flag")).toThrow(
    expect.objectContaining({ code: "usage_invalid", where: "--flag", message }),
  );
});
