import { describe, expect, it } from "vitest";
import { openDomainFilter } from "./domain-filter.ts";

describe("the check of a page against the lists of a question", () => {
  const passes = (lists: Parameters<typeof openDomainFilter>[0], url: string) =>
    openDomainFilter(lists)({ url });

  it("takes all pages without lists, and none with an empty list of allowed domains", () => {
    expect(passes({}, "https://a.com/")).toBe(true);
    expect(passes({ allow: [] }, "https://a.com/")).toBe(false);
    expect(passes({ block: [] }, "https://a.com/")).toBe(true);
  });

  it("takes a page of any allowed domain that no entry blocks", () => {
    const lists = { allow: ["a.com", "b.org"], block: ["x.a.com", "b.org/private"] };
    expect(passes(lists, "https://a.com/")).toBe(true);
    expect(passes(lists, "https://b.org/open")).toBe(true);
    expect(passes(lists, "https://x.a.com/")).toBe(false);
    expect(passes(lists, "https://b.org/private/1")).toBe(false);
    expect(passes(lists, "https://c.net/")).toBe(false);
  });

  it.each(["allow", "block"] as const)(
    "refuses an entry of %s that cannot be read, and shows it cut",
    (name) => {
      expect(() => openDomainFilter({ [name]: ["a.com", `a b${"x".repeat(500)}`] })).toThrow(
        expect.objectContaining({
          code: "mapping_unsupported_capability",
          message: `the ${name}ed domain "a b${"x".repeat(97)}" is not a host or a host with a path`,
        }),
      );
    },
  );
});
