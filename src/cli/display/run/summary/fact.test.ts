import { expect, it } from "vitest";
import { renderFact } from "./fact.ts";

const paint = (line: string) => `<${line}>`;

it.each<[Parameters<typeof renderFact>[0], number | undefined, string[]]>([
  [["run", "a b"], undefined, ["run       a b"]],
  [["run", "a b", paint], undefined, ["run       <a b>"]],
  [["", "more"], undefined, ["          more"]],
  [["run", "a\u001b\nb"], undefined, ["run       a\\u{1b}\\u{a}b"]],
  [["run", "one two three"], 18, ["run       one two", "          three"]],
  [["run", "one two three", paint], 18, ["run       <one two>", "          <three>"]],
  [["run", "abcdefghijkl"], 5, ["run       abcdefghij", "          kl"]],
  [["run", "abcdefghijkl"], 21, ["run       abcdefghijk", "          l"]],
  [["run", ""], undefined, ["run"]],
])("the fact %j in %s columns is %j", (fact, columns, lines) => {
  expect(renderFact(fact, columns)).toEqual(lines);
});
