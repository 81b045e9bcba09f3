import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { openBench } from "../fixtures/cleanup.ts";
import { openSearch } from "./open-search.ts";
import { describeProvider, type ProviderFixture, type ServedPage } from "./search-provider.contract.ts";
import type { SearchSettings } from "./search-settings.ts";

const bench = openBench();
const settings = (own: Partial<SearchSettings>): SearchSettings => ({
  allow_private: false,
  timeout_secs: 5,
  ...own,
});

type Answer = (response: ServerResponse) => void;

const wire: Readonly<Record<string, (page: ServedPage) => object>> = {
  searxng: ({ url, title, snippet }) => ({ url, title, content: snippet }),
  perplexity: ({ url, title, snippet }) => ({ url, title, snippet }),
  tavily: ({ url, title, snippet }) => ({ url, title, content: snippet, score: 1 }),
};

async function start(name: string, own: Partial<SearchSettings> = {}) {
  let answer: Answer = (response) => response.end("{}");
  const server = await bench.serve((response) => answer(response));
  const provider = openSearch(settings({ provider: name, base_url: server.url, api_key: "key-1", ...own }))!;
  bench.later(() => provider.close());
  const fixture: ProviderFixture = {
    provider,
    serve: (pages) => {
      answer = (response) => response.end(JSON.stringify({ results: pages.map(wire[name]!) }));
    },
    fail: (status, body) => {
      answer = (response) => {
        response.writeHead(status, status === 302 ? { location: "http://127.0.0.1:1/" } : {});
        response.end(body);
      };
    },
    stall: () => {
      answer = () => undefined;
    },
  };
  return { ...fixture, server };
}

describe.each(["searxng", "perplexity", "tavily"])("the search provider %s", (name) => {
  describeProvider(() => start(name));
});

const never = new AbortController().signal;

describe("the request to a search provider", () => {
  it("is a query of SearXNG", async () => {
    const { provider, serve, server } = await start("searxng", { api_key: undefined });
    serve([]);
    await provider.search({ query: "ä & b=c", limit: 5, allow: ["a.com"], country: "DE" }, never);
    expect(server.seen[0]).toMatchObject({
      method: "GET",
      target: "/search?q=%C3%A4%20%26%20b%3Dc&format=json",
    });
    expect(server.seen[0]!.headers.map((one) => one.toLowerCase())).not.toContain("authorization");
  });

  it("is the body of Perplexity, with its key", async () => {
    const { provider, serve, server } = await start("perplexity");
    serve([]);
    const query = { query: "q", limit: 7, country: "DE", after: "2026-01-02T00:00:00Z" };
    await provider.search({ ...query, allow: ["a.com", "b.org/x"] }, never);
    await provider.search({ ...query, block: ["c.com", "d.com/x"] }, never);
    const bodies = server.seen.map(({ body }) => JSON.parse(body));
    const shared = { query: "q", max_results: 7, country: "DE", search_after_date_filter: "01/02/2026" };
    expect(bodies[0]).toEqual({ ...shared, search_domain_filter: ["a.com", "b.org"] });
    expect(bodies[1]).toEqual({ ...shared, search_domain_filter: ["-c.com"] });
    expect(server.seen[0]).toMatchObject({ method: "POST", target: "/search" });
    expect(server.seen[0]!.headers).toContain("Bearer key-1");
  });

  it("is the body of Tavily, with its key", async () => {
    const { provider, serve, server } = await start("tavily");
    serve([]);
    await provider.search(
      { query: "q", limit: 5, allow: ["a.com"], block: ["b.a.com"], before: "2026-01-02T00:00:00Z" },
      never,
    );
    expect(JSON.parse(server.seen[0]!.body)).toEqual({
      query: "q",
      max_results: 5,
      include_domains: ["a.com"],
      exclude_domains: ["b.a.com"],
      end_date: "2026-01-02",
    });
  });

  it("names domains in their plain form, however the caller writes them", async () => {
    const { provider, serve, server } = await start("perplexity");
    const other = await start("tavily");
    for (const one of [serve, other.serve]) one([]);
    const allow = ["https://A.com/blog", "*.b.org", "b.org/", "c.net"];
    await provider.search({ query: "q", limit: 5, allow }, never);
    await provider.search({ query: "q", limit: 5, block: ["http://d.com", "*.e.com", "f.com/x"] }, never);
    await other.provider.search({ query: "q", limit: 5, allow, block: ["https://d.com/", "f.com/x"] }, never);
    const filters = server.seen.map(({ body }) => JSON.parse(body).search_domain_filter);
    expect(filters).toEqual([
      ["a.com", "b.org", "c.net"],
      ["-d.com", "-e.com"],
    ]);
    expect(JSON.parse(other.server.seen[0]!.body)).toMatchObject({
      include_domains: ["a.com/blog", "b.org", "b.org", "c.net"],
      exclude_domains: ["d.com"],
    });
  });

  it("leaves a list that Perplexity does not take to our own check", async () => {
    const { provider, serve, server } = await start("perplexity");
    serve([]);
    const hosts = (count: number) => Array.from({ length: count }, (_, index) => `h${index}.com`);
    const queries = [
      { allow: hosts(20) },
      { allow: hosts(21) },
      { allow: [] },
      { block: hosts(20) },
      { block: hosts(21) },
      { block: [] },
      { block: ["a.com/x"] },
      { allow: ["a.com"], block: ["b.com"], before: "2026-03-04T00:00:00Z" },
    ];
    for (const lists of queries) await provider.search({ query: "q", limit: 5, ...lists }, never);
    const bodies = server.seen.map(({ body }) => JSON.parse(body));
    expect(bodies.map((body) => body.search_domain_filter?.length)).toEqual([
      ...[20, undefined, undefined, 20, undefined, undefined, undefined, 1],
    ]);
    expect(bodies.at(-1)).toEqual({
      query: "q",
      max_results: 5,
      search_domain_filter: ["a.com"],
      search_before_date_filter: "03/04/2026",
    });
  });

  it("asks for no more results than the service gives, and sends no half characters", async () => {
    const { provider, serve, server } = await start("tavily");
    serve([]);
    await provider.search({ query: `${"q".repeat(999)}\u{1F600}`, limit: 50, after: "2026-01-02" }, never);
    const body = JSON.parse(server.seen[0]!.body);
    expect(body).toEqual({ query: `${"q".repeat(999)}\uFFFD`, max_results: 20, start_date: "2026-01-02" });
    expect(server.seen[0]!.headers).toContain("Bearer key-1");
  });

  it("is cut if the query is long", async () => {
    const { provider, serve, server } = await start("perplexity");
    serve([]);
    await provider.search({ query: "q".repeat(5000), limit: 5 }, never);
    expect(JSON.parse(server.seen[0]!.body).query).toHaveLength(1000);
  });

  it("does not follow a redirect, so the key stays at its address", async () => {
    const other = await bench.serve((response) => response.end("{}"));
    const server = await bench.serve((response) => {
      response.writeHead(302, { location: other.url });
      response.end();
    });
    const provider = openSearch(settings({ provider: "tavily", base_url: server.url, api_key: "k" }))!;
    bench.later(() => provider.close());
    await expect(provider.search({ query: "q", limit: 1 }, never)).rejects.toMatchObject({
      code: "engine_redirected",
    });
    expect(other.seen).toHaveLength(0);
  });

  it.each(["http://10.0.0.1", "http://169.254.169.254", "http://[fd00::1]"])(
    "is not sent to %s",
    async (base_url) => {
      const provider = openSearch(settings({ provider: "searxng", base_url }))!;
      bench.later(() => provider.close());
      await expect(provider.search({ query: "q", limit: 1 }, never)).rejects.toMatchObject({
        code: "engine_address_denied",
      });
    },
  );

  it("is not sent to a name with a private address", async () => {
    const provider = openSearch(settings({ provider: "searxng", base_url: "http://search.test" }), {
      resolve: (_, done) => done(null, [{ address: "10.0.0.7", family: 4 }]),
    })!;
    bench.later(() => provider.close());
    await expect(provider.search({ query: "q", limit: 1 }, never)).rejects.toMatchObject({
      code: "engine_address_denied",
    });
  });

  it("ends with an answer that is too large", async () => {
    const server = await bench.serve((response) => response.end("x".repeat(5 * 1024 * 1024)));
    const provider = openSearch(settings({ provider: "searxng", base_url: server.url }))!;
    bench.later(() => provider.close());
    await expect(provider.search({ query: "q", limit: 1 }, never)).rejects.toMatchObject({
      code: "backend_unavailable",
    });
  });

  it("says nothing of the key in an error", async () => {
    const { provider, fail } = await start("perplexity", { api_key: "secret-key-123" });
    fail(401, "your key secret-key-123 is wrong");
    const error = await provider.search({ query: "q", limit: 1 }, never).catch((thrown: unknown) => thrown);
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain("secret-key-123");
  });
});

describe("the answer of a search provider", () => {
  it.each([
    ["searxng", "publishedDate"],
    ["perplexity", "date"],
    ["tavily", "published_date"],
  ])("of %s has the date of a page in %s", async (name, member) => {
    const page = { url: "https://a.com/", [member]: "2026-01-02" };
    const server = await bench.serve((response) => response.end(JSON.stringify({ results: [7, page] })));
    const provider = openSearch(settings({ provider: name, base_url: server.url, api_key: " k " }))!;
    bench.later(() => provider.close());
    expect((await provider.search({ query: "q", limit: 5 }, never)).results).toEqual([
      { url: "https://a.com/", published: "2026-01-02" },
    ]);
    expect(server.seen[0]!.headers).toContain("Bearer k");
  });

  it.each([
    [429, "backend_rate_limited"],
    [403, "backend_unavailable"],
    [201, "backend_unavailable"],
  ])("of the status %i is the failure %s, which names the provider", async (status, code) => {
    const { provider, fail } = await start("tavily");
    fail(status, "{}");
    await expect(provider.search({ query: "q", limit: 1 }, never)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(`web_search \\(tavily\\).* answered with the status ${status}`),
    });
  });

  it("is not waited for once the provider is closed", async () => {
    const { provider, stall, server } = await start("tavily");
    stall();
    const asked = provider.search({ query: "q", limit: 1 }, never).catch((thrown: unknown) => thrown);
    await eventually(() => expect(server.seen).toHaveLength(1));
    await provider.close();
    expect(await asked).toMatchObject({ code: "backend_unavailable" });
  });

  it("is given up after the time of the configuration", async () => {
    const { provider, stall } = await start("tavily", { timeout_secs: 0.2 });
    stall();
    await expect(provider.search({ query: "q", limit: 1 }, never)).rejects.toMatchObject({
      code: "backend_timeout",
    });
  });
});

describe("opening a search provider", () => {
  it("opens none without its name", () => {
    expect(openSearch(settings({}))).toBeUndefined();
  });

  it.each([
    [{ provider: "searxng" }, "tools.web_search.base_url"],
    [{ provider: "perplexity" }, "tools.web_search.api_key"],
    [{ provider: "tavily", api_key: " " }, "tools.web_search.api_key"],
    [{ provider: "other" }, "tools.web_search.provider"],
    [{ provider: "searxng", base_url: "http://u:p@h" }, "tools.web_search.base_url"],
  ])("refuses %j", (own, where) => {
    expect(() => openSearch(settings(own))).toThrow(
      expect.objectContaining({ code: "config_invalid", where }),
    );
  });

  it.each([
    ["searxng", { allow: false, block: false, dates: false, country: false, limit: 20 }, 0],
    ["perplexity", { allow: true, block: true, dates: true, country: true, limit: 20 }, 0.005],
    ["tavily", { allow: true, block: true, dates: true, country: false, limit: 20 }, 0.008],
  ])("states what %s restricts, and its price", async (name, can, price) => {
    const { provider } = await start(name);
    expect([provider.name, provider.can, provider.price]).toEqual([name, can, price]);
  });

  it("takes the price of the configuration over the list price", async () => {
    const open = (price_usd?: number) => {
      const provider = openSearch(settings({ provider: "perplexity", api_key: "k", price_usd }))!;
      bench.later(() => provider.close());
      return provider.price;
    };
    expect([open(), open(0), open(0.02)]).toEqual([0.005, 0, 0.02]);
  });
});
