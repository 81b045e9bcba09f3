import fc from "fast-check";
import { expect, it } from "vitest";
import type { SearchProvider } from "./search-provider.ts";

/** A page of the service that stands behind the provider. */
export interface ServedPage {
  readonly url: string;
  readonly title: string;
  readonly snippet: string;
}

/** A provider under test, and the service behind it. */
export interface ProviderFixture {
  readonly provider: SearchProvider;
  /** Sets the pages that the service answers with, whatever it is asked. */
  serve(pages: readonly ServedPage[]): void;
  /** Makes the service answer with a status and a body. */
  fail(status: number, body: string): void;
  /** Makes the service never answer. */
  stall(): void;
}

const HOSTS = ["a.com", "docs.a.com", "aa.com", "a.com.evil.org", "b.org", "x.b.org", "evil.org"];
const PATHS = ["", "/", "/blog", "/blog/1", "/blogs", "/%62log/2", "//blog", "/BLOG", "/other?to=/blog"];
const url = fc
  .tuple(fc.constantFrom("http", "https"), fc.constantFrom(...HOSTS), fc.constantFrom(...PATHS))
  .map(([scheme, host, path]) => `${scheme}://${host}${path}`);
const rule = fc.constantFrom("a.com", "docs.a.com", "b.org", "a.com/blog", "x.b.org/other", "evil.org");

/** What every search provider must do. */
export function describeProvider(open: () => Promise<ProviderFixture>): void {
  const page = (address: string): ServedPage => ({ url: address, title: `T ${address}`, snippet: "text" });
  const signal = () => new AbortController().signal;

  it("gives the results in the service's order, with title and text", async () => {
    const { provider, serve } = await open();
    serve([page("https://a.com/1"), page("https://b.org/2")]);
    expect(await provider.search({ query: "q", limit: 5 }, signal())).toEqual({
      results: [
        { url: "https://a.com/1", title: "T https://a.com/1", snippet: "text" },
        { url: "https://b.org/2", title: "T https://b.org/2", snippet: "text" },
      ],
      cost: provider.price,
    });
  });

  it("gives no more results than asked for", async () => {
    const { provider, serve } = await open();
    serve(Array.from({ length: 30 }, (_, index) => page(`https://a.com/${index}`)));
    expect((await provider.search({ query: "q", limit: 3 }, signal())).results).toHaveLength(3);
    const { results } = await provider.search({ query: "q", limit: 100 }, signal());
    expect(results.length).toBeLessThanOrEqual(provider.can.limit);
  });

  it("never gives a page outside the allowed or inside the blocked domains", async () => {
    const { provider, serve } = await open();
    const lists = fc.record({
      urls: fc.array(url, { maxLength: 8 }),
      allow: fc.option(fc.array(rule, { minLength: 1, maxLength: 3 }), { nil: undefined }),
      block: fc.option(fc.array(rule, { minLength: 1, maxLength: 3 }), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(lists, async ({ urls, allow, block }) => {
        serve(urls.map(page));
        const { results } = await provider.search({ query: "q", limit: 20, allow, block }, signal());
        for (const found of results) {
          if (allow !== undefined) expect(allow.some((one) => lies(found.url, one))).toBe(true);
          expect((block ?? []).some((one) => lies(found.url, one))).toBe(false);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("gives nothing if an entry of a list cannot be read", async () => {
    const { provider, serve } = await open();
    serve([page("https://a.com")]);
    for (const entry of ["", "a b.com", "https://", "a.com?x"]) {
      const asked = provider.search({ query: "q", limit: 5, block: [entry] }, signal());
      await expect(asked).rejects.toMatchObject({ code: "mapping_unsupported_capability" });
    }
  });

  it("drops what is no page of the web", async () => {
    const { provider, serve } = await open();
    serve([page("file:///etc/passwd"), page("javascript:alert(1)"), page("nonsense"), page("https://a.com")]);
    const { results } = await provider.search({ query: "q", limit: 5 }, signal());
    expect(results.map((one) => one.url)).toEqual(["https://a.com/"]);
  });

  it("cuts long texts and removes control characters", async () => {
    const { provider, serve } = await open();
    serve([
      { url: "https://a.com/", title: `a\u0000\u202eb${"t".repeat(9999)}`, snippet: "s".repeat(99_999) },
    ]);
    const [found] = (await provider.search({ query: "q", limit: 5 }, signal())).results;
    expect(found!.title).toMatch(/^a b/);
    expect(found!.title!.length).toBeLessThanOrEqual(300);
    expect(found!.snippet!.length).toBeLessThanOrEqual(2000);
  });

  it.each([
    [500, "{}"],
    [401, '{"error":"no"}'],
    [200, "<html>"],
    [200, '{"other":1}'],
    [302, ""],
  ])("rejects an answer of the status %i with the body %j", async (status, body) => {
    const { provider, fail } = await open();
    fail(status, body);
    const asked = provider.search({ query: "q", limit: 5 }, signal());
    await expect(asked).rejects.toMatchObject({ name: "AbpError" });
  });

  it("stops when its signal aborts", async () => {
    const { provider, stall } = await open();
    stall();
    const controller = new AbortController();
    const asked = provider.search({ query: "q", limit: 5 }, controller.signal);
    setTimeout(() => controller.abort(), 20);
    await expect(asked).rejects.toMatchObject({ code: "client_gone" });
  });

  it("keeps a time or refuses it", async () => {
    const { provider, serve } = await open();
    serve([page("https://a.com/")]);
    const asked = provider.search({ query: "q", limit: 5, after: "2026-01-02T00:00:00Z" }, signal());
    if (provider.can.dates) expect((await asked).results).toHaveLength(1);
    else await expect(asked).rejects.toMatchObject({ code: "mapping_unsupported_capability" });
    const wrong = provider.search({ query: "q", limit: 5, before: "soon" }, signal());
    await expect(wrong).rejects.toMatchObject({ code: "mapping_unsupported_capability" });
  });
}

// Written anew, because it judges the filter.
function lies(address: string, entry: string): boolean {
  const { hostname, pathname } = new URL(address);
  const [host, ...rest] = entry.split("/");
  if (!`.${hostname}`.endsWith(`.${host}`)) return false;
  if (rest.length === 0) return true;
  const segments = decodeURIComponent(pathname)
    .split("/")
    .filter((one) => one !== "");
  return rest.every((one, index) => segments[index] === one);
}
