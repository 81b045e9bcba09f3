import { describe, expect, it } from "vitest";
import { matchesDomain, plainDomain, readDomainRule } from "./domain-rule.ts";

const matches = (entry: string, url: string) => {
  const rule = readDomainRule(entry);
  return rule !== undefined && matchesDomain(rule, url);
};

describe("a domain rule", () => {
  it.each([
    ["a.com", "https://a.com/", true],
    ["a.com", "https://docs.a.com/x", true],
    ["docs.a.com", "https://a.com/", false],
    ["a.com", "https://aa.com/", false],
    ["a.com", "https://a.com.evil.org/", false],
    ["a.com", "https://a.com@evil.org/", false],
    ["a.com", "https://evil.org/a.com", false],
    ["A.COM", "https://a.com./", true],
    ["https://a.com/", "http://a.com/x", true],
    ["*.a.com", "https://b.a.com/", true],
    ["a.com/blog", "https://a.com/blog", true],
    ["a.com/blog", "https://a.com/blog/1", true],
    ["a.com/blog/", "https://a.com/blog/1", true],
    ["a.com/blog", "https://a.com/blogs", false],
    ["a.com/blog", "https://a.com/x/blog", false],
    ["a.com/blog", "https://a.com/%62log/1", true],
    ["a.com/blog", "https://a.com//blog", true],
    ["a.com/blog", "https://a.com/x/../blog", true],
    ["a.com/blog", "https://a.com/blog/../x", false],
    ["a.com/blog", "https://a.com/?/blog", false],
    ["a.com/blog", "https://a.com/%E0%A4%A", false],
    ["müller.de", "https://xn--mller-kva.de/", true],
    ["a.com", "not a url", false],
  ])("%s and %s: %s", (entry, url, expected) => {
    expect(matches(entry, url)).toBe(expected);
  });

  it.each(["", " ", "*", "a b.com", "a.com?x", "a.com#x", "u@a.com", "https://"])(
    "cannot be read from %j",
    (entry) => {
      expect(readDomainRule(entry)).toBeUndefined();
    },
  );
});

it.each([
  ["https://A.com./blog/", "a.com/blog"],
  ["*.a.com", "a.com"],
  ["a.com//%62log//", "a.com/blog"],
  ["a b.com", "a b.com"],
  ["https://", "https://"],
])("the entry %j is %s for a search service", (entry, plain) => {
  expect(plainDomain(entry)).toBe(plain);
});
