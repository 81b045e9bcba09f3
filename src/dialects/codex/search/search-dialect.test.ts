import { describe } from "vitest";
import type { Block, Reply } from "../../../contract/index.ts";
import { describeForms } from "../../fixtures/forms.ts";
import { listReadRequests } from "../../fixtures/reading.ts";
import { codex } from "../index.ts";
import { searchDialect } from "./search-dialect.ts";

const dialect = searchDialect(codex);
const query = (...queries: object[]) => ({ commands: { search_query: queries } });

const requests = {
  "one query": { model: "m", ...query({ q: " cats " }) },
  "two queries of the same domains": query(
    { q: "cats", domains: ["a.com", "b.com"] },
    { q: "dogs", domains: ["b.com", "a.com"] },
  ),
  "two queries of different domains": query({ q: "cats", domains: ["a.com"] }, { q: "dogs" }),
  "an input": { input: " cats " },
  "no query": {},
  "a body that is no object": [],
  "lists of domains": {
    ...query({ q: "cats" }),
    settings: { filters: { allowed_domains: ["a.com"], blocked_domains: ["b.com"] } },
  },
  "a blocked domain": { ...query({ q: "cats" }), settings: { filters: { blocked_domains: ["b.com"] } } },
  "every setting": {
    ...query({ q: "cats" }),
    settings: {
      user_location: { type: "approximate", country: "DE" },
      search_context_size: "low",
      external_web_access: false,
    },
    reasoning: { effort: "low" },
    max_output_tokens: 2000,
  },
  "settings of other types": {
    ...query({ q: "cats" }),
    settings: { user_location: "DE", search_context_size: 5, external_web_access: true },
    max_output_tokens: "5",
  },
  "settings that are no object": { ...query({ q: "cats" }), settings: ["low"] },
  "a low limit": { ...query({ q: "cats" }), max_output_tokens: 5 },
};

const text = (value: string, ...urls: (readonly [url: string | undefined, title?: string])[]): Block => ({
  type: "text",
  text: value,
  ...(urls.length === 0
    ? {}
    : {
        citations: urls.map(([url, title]) => ({
          kind: "url_citation",
          ...(url === undefined ? {} : { url }),
          ...(title === undefined ? {} : { title }),
        })),
      }),
});
const searched = (...results: { url: string; title?: string }[]): Block => ({
  type: "opaque",
  dialect: "codex",
  kind: "web_search_call",
  value: {},
  search: { id: "ws", results },
});
const replies: Readonly<Record<string, readonly Block[] | undefined>> = {
  "no answer": undefined,
  "no content": [],
  "texts alone": [text("a"), text("b")],
  "a text with citations": [text("a", ["https://x", "X"], ["https://y"], [undefined, "Z"])],
  "a source with a title later": [text("a", ["https://x"], ["https://x", "X"], ["https://x", "Y"])],
  "results of a search": [
    searched({ url: "https://x" }, { url: "https://y", title: "Y" }),
    text("a", ["https://x", "X"]),
  ],
  "a search without results": [searched(), text("a")],
  "a block without sources": [{ type: "opaque", dialect: "codex", kind: "odd", value: {} }, text("a")],
};

function listReports(): string {
  return Object.entries(replies)
    .map(([name, content]) => {
      const candidates = content === undefined ? [] : [{ index: 0, content, stop: { reason: "end" } }];
      return `${name}: ${JSON.stringify(dialect.writeReply({ candidates } as unknown as Reply, {} as never))}`;
    })
    .join("\n");
}

/** Without the instructions, which are the same prose each time. */
const asked = listReadRequests(dialect, requests).replaceAll(/"system":\[.*?\],/g, "");

describe("a search without a conversation", () => {
  describeForms(
    "asks the model in each form",
    asked,
    `
    one query: {"tools":[{"kind":"server","name":"web_search","dialect":"codex","value":{"type":"web_search"},"hosted":{"kind":"web_search"}}],"toolChoice":{"mode":"tool","name":"web_search","vendor":{"codex":{"type":"web_search"}}},"messages":[{"role":"user","content":[{"type":"text","text":"Query: cats"}]}],"stream":{"enabled":false},"store":false,"vendor":{"codex":{"include":["web_search_call.action.sources"]},"codex:input":{}}}
    two queries of the same domains: {"tools":[{"kind":"server","name":"web_search","dialect":"codex","value":{"type":"web_search","filters":{"allowed_domains":["a.com","b.com"]}},"hosted":{"kind":"web_search","allowedDomains":["a.com","b.com"]}}],"toolChoice":{"mode":"tool","name":"web_search","vendor":{"codex":{"type":"web_search"}}},"messages":[{"role":"user","content":[{"type":"text","text":"Query: cats\\nQuery: dogs"}]}],"stream":{"enabled":false},"store":false,"vendor":{"codex":{"include":["web_search_call.action.sources"]},"codex:input":{}}}
    two queries of different domains: {"tools":[{"kind":"server","name":"web_search","dialect":"codex","value":{"type":"web_search","filters":{"allowed_domains":["a.com"]}},"hosted":{"kind":"web_search","allowedDomains":["a.com"]}}],"toolChoice":{"mode":"tool","name":"web_search","vendor":{"codex":{"type":"web_search"}}},"messages":[{"role":"user","content":[{"type":"text","text":"Query: cats"}]}],"stream":{"enabled":false},"store":false,"vendor":{"codex":{"include":["web_search_call.action.sources"]},"codex:input":{}}}
    an input: {"tools":[{"kind":"server","name":"web_search","dialect":"codex","value":{"type":"web_search"},"hosted":{"kind":"web_search"}}],"toolChoice":{"mode":"tool","name":"web_search","vendor":{"codex":{"type":"web_search"}}},"messages":[{"role":"user","content":[{"type":"text","text":"Query: cats"}]}],"stream":{"enabled":false},"store":false,"vendor":{"codex":{"include":["web_search_call.action.sources"]},"codex:input":{}}}
    no query: {"tools":[{"kind":"server","name":"web_search","dialect":"codex","value":{"type":"web_search"},"hosted":{"kind":"web_search"}}],"toolChoice":{"mode":"tool","name":"web_search","vendor":{"codex":{"type":"web_search"}}},"messages":[{"role":"user","content":[{"type":"text","text":""}]}],"stream":{"enabled":false},"store":false,"vendor":{"codex":{"include":["web_search_call.action.sources"]},"codex:input":{}}}
    a body that is no object: {"tools":[{"kind":"server","name":"web_search","dialect":"codex","value":{"type":"web_search"},"hosted":{"kind":"web_search"}}],"toolChoice":{"mode":"tool","name":"web_search","vendor":{"codex":{"type":"web_search"}}},"messages":[{"role":"user","content":[{"type":"text","text":""}]}],"stream":{"enabled":false},"store":false,"vendor":{"codex":{"include":["web_search_call.action.sources"]},"codex:input":{}}}
    lists of domains: {"tools":[{"kind":"server","name":"web_search","dialect":"codex","value":{"type":"web_search","filters":{"allowed_domains":["a.com"],"blocked_domains":["b.com"]}},"hosted":{"kind":"web_search","allowedDomains":["a.com"],"blockedDomains":["b.com"]}}],"toolChoice":{"mode":"tool","name":"web_search","vendor":{"codex":{"type":"web_search"}}},"messages":[{"role":"user","content":[{"type":"text","text":"Query: cats"}]}],"stream":{"enabled":false},"store":false,"vendor":{"codex":{"include":["web_search_call.action.sources"]},"codex:input":{}}}
    a blocked domain: {"tools":[{"kind":"server","name":"web_search","dialect":"codex","value":{"type":"web_search","filters":{"blocked_domains":["b.com"]}},"hosted":{"kind":"web_search","blockedDomains":["b.com"]}}],"toolChoice":{"mode":"tool","name":"web_search","vendor":{"codex":{"type":"web_search"}}},"messages":[{"role":"user","content":[{"type":"text","text":"Query: cats"}]}],"stream":{"enabled":false},"store":false,"vendor":{"codex":{"include":["web_search_call.action.sources"]},"codex:input":{}}}
    every setting: {"tools":[{"kind":"server","name":"web_search","dialect":"codex","value":{"type":"web_search","user_location":{"type":"approximate","country":"DE"},"search_context_size":"low","external_web_access":false},"hosted":{"kind":"web_search","location":{"country":"DE"},"contextSize":"low","live":false}}],"toolChoice":{"mode":"tool","name":"web_search","vendor":{"codex":{"type":"web_search"}}},"messages":[{"role":"user","content":[{"type":"text","text":"Query: cats"}]}],"maxOutputTokens":2000,"reasoning":{"effort":"low"},"stream":{"enabled":false},"store":false,"vendor":{"codex":{"include":["web_search_call.action.sources"]},"codex:input":{}}}
    settings of other types: {"tools":[{"kind":"server","name":"web_search","dialect":"codex","value":{"type":"web_search"},"hosted":{"kind":"web_search"}}],"toolChoice":{"mode":"tool","name":"web_search","vendor":{"codex":{"type":"web_search"}}},"messages":[{"role":"user","content":[{"type":"text","text":"Query: cats"}]}],"stream":{"enabled":false},"store":false,"vendor":{"codex":{"include":["web_search_call.action.sources"]},"codex:input":{}}}
    settings that are no object: {"tools":[{"kind":"server","name":"web_search","dialect":"codex","value":{"type":"web_search"},"hosted":{"kind":"web_search"}}],"toolChoice":{"mode":"tool","name":"web_search","vendor":{"codex":{"type":"web_search"}}},"messages":[{"role":"user","content":[{"type":"text","text":"Query: cats"}]}],"stream":{"enabled":false},"store":false,"vendor":{"codex":{"include":["web_search_call.action.sources"]},"codex:input":{}}}
    a low limit: {"tools":[{"kind":"server","name":"web_search","dialect":"codex","value":{"type":"web_search"},"hosted":{"kind":"web_search"}}],"toolChoice":{"mode":"tool","name":"web_search","vendor":{"codex":{"type":"web_search"}}},"messages":[{"role":"user","content":[{"type":"text","text":"Query: cats"}]}],"maxOutputTokens":1024,"stream":{"enabled":false},"store":false,"vendor":{"codex":{"include":["web_search_call.action.sources"]},"codex:input":{}}}
    `,
  );
  describeForms(
    "answers with the report of each form",
    listReports(),
    `
    no answer: {"output":""}
    no content: {"output":""}
    texts alone: {"output":"ab"}
    a text with citations: {"output":"a\\n\\nSources:\\n[1] X - https://x\\n[2] https://y"}
    a source with a title later: {"output":"a\\n\\nSources:\\n[1] X - https://x"}
    results of a search: {"output":"a\\n\\nSources:\\n[1] X - https://x\\n[2] Y - https://y"}
    a search without results: {"output":"a"}
    a block without sources: {"output":"a"}
    `,
  );
});
