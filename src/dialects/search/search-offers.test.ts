import { describe } from "vitest";
import type { Block, Conversation, HostedTool, Tool } from "../../contract/index.ts";
import { describeForms } from "../fixtures/forms.ts";
import { Origins } from "../origins.ts";
import { findDialect } from "../registry/lookup.ts";
import { type GatewaySearch, offerSearch } from "./offered-search.ts";

type WebSearch = Extract<HostedTool, { kind: "web_search" }>;

const all: GatewaySearch = { afterToolResults: true, dates: true, country: true };
const none: GatewaySearch = { afterToolResults: false, dates: false, country: false };

const search = (parts: Partial<WebSearch> = {}): Tool => ({
  kind: "server",
  name: "web_search",
  dialect: "claude",
  value: { type: "web_search_20250305", name: "web_search" },
  hosted: { kind: "web_search", ...parts },
});
const named = (name: string): Tool => ({ kind: "function", name, parameters: {} });
const result: Block = { type: "tool_result", id: "c", kind: "function", content: [] };

function conversation(parts: Partial<Conversation>): Conversation {
  return { model: "m", system: [], tools: [search()], messages: [], sampling: {}, stop: [], ...parts };
}

const scenarios: Readonly<Record<string, Partial<Conversation>>> = {
  "a search": {},
  "no tool": { tools: [] },
  "a function alone": { tools: [named("web_search")] },
  "a search beside a function": { tools: [named("f"), search()] },
  "another hosted tool": {
    tools: [
      { kind: "server", name: "x", dialect: "claude", value: {}, hosted: { kind: "code_execution" } } as Tool,
    ],
  },
  "no calls": { toolChoice: { mode: "none" } },
  "a required call": { toolChoice: { mode: "required" } },
  "a forced search": { toolChoice: { mode: "tool", name: "web_search" } },
  "a forced function": { tools: [search(), named("f")], toolChoice: { mode: "tool", name: "f" } },
  "a list of allowed tools": {
    tools: [search(), named("f")],
    toolChoice: { mode: "auto", allowed: ["f", "web_search"], vendor: { claude: { a: 1 } } },
  },
  "one answer": { sampling: { candidates: 1 } },
  "two answers": { sampling: { candidates: 2 } },
  "allowed domains": { tools: [search({ allowedDomains: ["a.com"] })] },
  "blocked domains": { tools: [search({ blockedDomains: ["a.com"] })] },
  "a time after": { tools: [search({ after: "2026-01-01T00:00:00Z" })] },
  "a time before": { tools: [search({ before: "2026-01-01T00:00:00Z" })] },
  "a live search": { tools: [search({ live: true })] },
  "a search of an index": { tools: [search({ live: false })] },
  "no restrictions": { tools: [search({ restrictions: [] })] },
  "a restriction": { tools: [search({ restrictions: ["odd"] })] },
  "a country": { tools: [search({ location: { country: "DE" } })] },
  "a country and a city": { tools: [search({ location: { country: "DE", city: "Bonn", region: "NRW" } })] },
  "a size": { tools: [search({ contextSize: "low" })] },
  "a result of a tool": { messages: [{ role: "user", content: [{ type: "text", text: "x" }, result] }] },
  "a result and a text": {
    messages: [
      { role: "user", content: [result] },
      { role: "user", content: [{ type: "text", text: "x" }] },
    ],
  },
  thinking: { reasoning: { mode: "on", effort: "low" } },
};

function listOffers(target: string, gateway: GatewaySearch | undefined): string {
  return Object.entries(scenarios)
    .map(([name, parts]) => {
      const given = structuredClone(conversation(parts));
      const offer = offerSearch(given, findDialect("claude"), findDialect(target), new Origins(), gateway);
      if (offer === undefined) return `${name}: none`;
      const { tools, toolChoice, reasoning } = offer.conversation;
      const { echo, ...offered } = offer.offered;
      const names = tools.map((tool) => tool.name).join(" ");
      const entries = offer.entries.map(
        ({ path, feature, disposition, emulator, reason }) =>
          `  ${path} ${feature} ${disposition} ${emulator ?? "-"}: ${reason}`,
      );
      const shown = JSON.stringify({ toolChoice, reasoning, offered, echo: echo?.name });
      return [`${name}: ${names} ${shown}`, ...entries].join("\n");
    })
    .join("\n");
}

describe("the offer of a search", () => {
  describeForms(
    "to an engine without a search",
    listOffers("openai", all),
    `
    a search: gateway_web_search {"offered":{"name":"gateway_web_search","search":{"kind":"web_search"}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
    no tool: none
    a function alone: none
    a search beside a function: f gateway_web_search {"offered":{"name":"gateway_web_search","search":{"kind":"web_search"}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
    another hosted tool: none
    no calls: none
    a required call: gateway_web_search {"toolChoice":{"mode":"required"},"offered":{"name":"gateway_web_search","search":{"kind":"web_search"}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
    a forced search: gateway_web_search {"toolChoice":{"mode":"tool","name":"gateway_web_search"},"offered":{"name":"gateway_web_search","search":{"kind":"web_search"}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
    a forced function: f gateway_web_search {"toolChoice":{"mode":"tool","name":"f"},"offered":{"name":"gateway_web_search","search":{"kind":"web_search"}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
    a list of allowed tools: f gateway_web_search {"toolChoice":{"mode":"auto","allowed":["f","gateway_web_search"]},"offered":{"name":"gateway_web_search","search":{"kind":"web_search"}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
    one answer: gateway_web_search {"offered":{"name":"gateway_web_search","search":{"kind":"web_search"}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
    two answers: none
    allowed domains: gateway_web_search {"offered":{"name":"gateway_web_search","search":{"kind":"web_search","allowedDomains":["a.com"]}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
    blocked domains: gateway_web_search {"offered":{"name":"gateway_web_search","search":{"kind":"web_search","blockedDomains":["a.com"]}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
    a time after: gateway_web_search {"offered":{"name":"gateway_web_search","search":{"kind":"web_search","after":"2026-01-01T00:00:00Z"}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
    a time before: gateway_web_search {"offered":{"name":"gateway_web_search","search":{"kind":"web_search","before":"2026-01-01T00:00:00Z"}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
    a live search: gateway_web_search {"offered":{"name":"gateway_web_search","search":{"kind":"web_search","live":true}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
    a search of an index: none
    no restrictions: gateway_web_search {"offered":{"name":"gateway_web_search","search":{"kind":"web_search","restrictions":[]}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
    a restriction: none
    a country: gateway_web_search {"offered":{"name":"gateway_web_search","search":{"kind":"web_search","location":{"country":"DE"}}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
    a country and a city: gateway_web_search {"offered":{"name":"gateway_web_search","search":{"kind":"web_search","location":{"country":"DE","city":"Bonn","region":"NRW"}}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
      $.tools tool.web_search disclosed -: the search knows no city, region
    a size: gateway_web_search {"offered":{"name":"gateway_web_search","search":{"kind":"web_search","contextSize":"low"}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
      $.tools tool.web_search disclosed -: the search has a fixed number of results
    a result of a tool: gateway_web_search {"offered":{"name":"gateway_web_search","search":{"kind":"web_search"}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
    a result and a text: gateway_web_search {"offered":{"name":"gateway_web_search","search":{"kind":"web_search"}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
    thinking: gateway_web_search {"reasoning":{"mode":"on","effort":"low"},"offered":{"name":"gateway_web_search","search":{"kind":"web_search"}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
    `,
  );
  describeForms(
    "by a gateway that can do the least",
    listOffers("openai", none),
    `
    a search: gateway_web_search {"offered":{"name":"gateway_web_search","search":{"kind":"web_search"}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
    no tool: none
    a function alone: none
    a search beside a function: f gateway_web_search {"offered":{"name":"gateway_web_search","search":{"kind":"web_search"}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
    another hosted tool: none
    no calls: none
    a required call: gateway_web_search {"toolChoice":{"mode":"required"},"offered":{"name":"gateway_web_search","search":{"kind":"web_search"}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
    a forced search: gateway_web_search {"toolChoice":{"mode":"tool","name":"gateway_web_search"},"offered":{"name":"gateway_web_search","search":{"kind":"web_search"}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
    a forced function: f gateway_web_search {"toolChoice":{"mode":"tool","name":"f"},"offered":{"name":"gateway_web_search","search":{"kind":"web_search"}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
    a list of allowed tools: f gateway_web_search {"toolChoice":{"mode":"auto","allowed":["f","gateway_web_search"]},"offered":{"name":"gateway_web_search","search":{"kind":"web_search"}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
    one answer: gateway_web_search {"offered":{"name":"gateway_web_search","search":{"kind":"web_search"}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
    two answers: none
    allowed domains: gateway_web_search {"offered":{"name":"gateway_web_search","search":{"kind":"web_search","allowedDomains":["a.com"]}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
    blocked domains: gateway_web_search {"offered":{"name":"gateway_web_search","search":{"kind":"web_search","blockedDomains":["a.com"]}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
    a time after: none
    a time before: none
    a live search: gateway_web_search {"offered":{"name":"gateway_web_search","search":{"kind":"web_search","live":true}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
    a search of an index: none
    no restrictions: gateway_web_search {"offered":{"name":"gateway_web_search","search":{"kind":"web_search","restrictions":[]}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
    a restriction: none
    a country: gateway_web_search {"offered":{"name":"gateway_web_search","search":{"kind":"web_search","location":{"country":"DE"}}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
      $.tools tool.web_search disclosed -: the search knows no country
    a country and a city: gateway_web_search {"offered":{"name":"gateway_web_search","search":{"kind":"web_search","location":{"country":"DE","city":"Bonn","region":"NRW"}}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
      $.tools tool.web_search disclosed -: the search knows no country, city, region
    a size: gateway_web_search {"offered":{"name":"gateway_web_search","search":{"kind":"web_search","contextSize":"low"}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
      $.tools tool.web_search disclosed -: the search has a fixed number of results
    a result of a tool: none
    a result and a text: none
    thinking: gateway_web_search {"reasoning":{"mode":"on","effort":"low"},"offered":{"name":"gateway_web_search","search":{"kind":"web_search"}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
    `,
  );
  describeForms(
    "without a gateway that searches",
    listOffers("openai", undefined),
    `
    a search: none
    no tool: none
    a function alone: none
    a search beside a function: none
    another hosted tool: none
    no calls: none
    a required call: none
    a forced search: none
    a forced function: none
    a list of allowed tools: none
    one answer: none
    two answers: none
    allowed domains: none
    blocked domains: none
    a time after: none
    a time before: none
    a live search: none
    a search of an index: none
    no restrictions: none
    a restriction: none
    a country: none
    a country and a city: none
    a size: none
    a result of a tool: none
    a result and a text: none
    thinking: none
    `,
  );
  describeForms(
    "to an engine that searches in rounds",
    listOffers("kimi", all),
    `
    a search: $web_search {"reasoning":{"mode":"off"},"offered":{"name":"$web_search","search":{"kind":"web_search"}},"echo":"$web_search"}
      $.tools tool.web_search emulated web_search.echo: the vendor searches in rounds that the gateway makes
      $ tool.web_search disclosed -: thinking is switched off, because the vendor does not search while it thinks
    no tool: none
    a function alone: none
    a search beside a function: f $web_search {"reasoning":{"mode":"off"},"offered":{"name":"$web_search","search":{"kind":"web_search"}},"echo":"$web_search"}
      $.tools tool.web_search emulated web_search.echo: the vendor searches in rounds that the gateway makes
      $ tool.web_search disclosed -: thinking is switched off, because the vendor does not search while it thinks
    another hosted tool: none
    no calls: none
    a required call: $web_search {"toolChoice":{"mode":"required"},"reasoning":{"mode":"off"},"offered":{"name":"$web_search","search":{"kind":"web_search"}},"echo":"$web_search"}
      $.tools tool.web_search emulated web_search.echo: the vendor searches in rounds that the gateway makes
      $ tool.web_search disclosed -: thinking is switched off, because the vendor does not search while it thinks
    a forced search: $web_search {"reasoning":{"mode":"off"},"offered":{"name":"$web_search","search":{"kind":"web_search"}},"echo":"$web_search"}
      $.tools tool.web_search emulated web_search.echo: the vendor searches in rounds that the gateway makes
      $ tool.web_search disclosed -: thinking is switched off, because the vendor does not search while it thinks
      $.tool_choice tool.web_search disclosed -: this search cannot be forced
    a forced function: f $web_search {"toolChoice":{"mode":"tool","name":"f"},"reasoning":{"mode":"off"},"offered":{"name":"$web_search","search":{"kind":"web_search"}},"echo":"$web_search"}
      $.tools tool.web_search emulated web_search.echo: the vendor searches in rounds that the gateway makes
      $ tool.web_search disclosed -: thinking is switched off, because the vendor does not search while it thinks
    a list of allowed tools: f $web_search {"toolChoice":{"mode":"auto","allowed":["f","$web_search"]},"reasoning":{"mode":"off"},"offered":{"name":"$web_search","search":{"kind":"web_search"}},"echo":"$web_search"}
      $.tools tool.web_search emulated web_search.echo: the vendor searches in rounds that the gateway makes
      $ tool.web_search disclosed -: thinking is switched off, because the vendor does not search while it thinks
    one answer: $web_search {"reasoning":{"mode":"off"},"offered":{"name":"$web_search","search":{"kind":"web_search"}},"echo":"$web_search"}
      $.tools tool.web_search emulated web_search.echo: the vendor searches in rounds that the gateway makes
      $ tool.web_search disclosed -: thinking is switched off, because the vendor does not search while it thinks
    two answers: none
    allowed domains: gateway_web_search {"offered":{"name":"gateway_web_search","search":{"kind":"web_search","allowedDomains":["a.com"]}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
    blocked domains: gateway_web_search {"offered":{"name":"gateway_web_search","search":{"kind":"web_search","blockedDomains":["a.com"]}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
    a time after: gateway_web_search {"offered":{"name":"gateway_web_search","search":{"kind":"web_search","after":"2026-01-01T00:00:00Z"}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
    a time before: gateway_web_search {"offered":{"name":"gateway_web_search","search":{"kind":"web_search","before":"2026-01-01T00:00:00Z"}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
    a live search: $web_search {"reasoning":{"mode":"off"},"offered":{"name":"$web_search","search":{"kind":"web_search","live":true}},"echo":"$web_search"}
      $.tools tool.web_search emulated web_search.echo: the vendor searches in rounds that the gateway makes
      $ tool.web_search disclosed -: thinking is switched off, because the vendor does not search while it thinks
    a search of an index: none
    no restrictions: $web_search {"reasoning":{"mode":"off"},"offered":{"name":"$web_search","search":{"kind":"web_search","restrictions":[]}},"echo":"$web_search"}
      $.tools tool.web_search emulated web_search.echo: the vendor searches in rounds that the gateway makes
      $ tool.web_search disclosed -: thinking is switched off, because the vendor does not search while it thinks
    a restriction: none
    a country: $web_search {"reasoning":{"mode":"off"},"offered":{"name":"$web_search","search":{"kind":"web_search","location":{"country":"DE"}}},"echo":"$web_search"}
      $.tools tool.web_search emulated web_search.echo: the vendor searches in rounds that the gateway makes
      $ tool.web_search disclosed -: thinking is switched off, because the vendor does not search while it thinks
      $.tools tool.web_search disclosed -: the search has no settings
    a country and a city: $web_search {"reasoning":{"mode":"off"},"offered":{"name":"$web_search","search":{"kind":"web_search","location":{"country":"DE","city":"Bonn","region":"NRW"}}},"echo":"$web_search"}
      $.tools tool.web_search emulated web_search.echo: the vendor searches in rounds that the gateway makes
      $ tool.web_search disclosed -: thinking is switched off, because the vendor does not search while it thinks
      $.tools tool.web_search disclosed -: the search has no settings
    a size: $web_search {"reasoning":{"mode":"off"},"offered":{"name":"$web_search","search":{"kind":"web_search","contextSize":"low"}},"echo":"$web_search"}
      $.tools tool.web_search emulated web_search.echo: the vendor searches in rounds that the gateway makes
      $ tool.web_search disclosed -: thinking is switched off, because the vendor does not search while it thinks
      $.tools tool.web_search disclosed -: the search has no settings
    a result of a tool: $web_search {"reasoning":{"mode":"off"},"offered":{"name":"$web_search","search":{"kind":"web_search"}},"echo":"$web_search"}
      $.tools tool.web_search emulated web_search.echo: the vendor searches in rounds that the gateway makes
      $ tool.web_search disclosed -: thinking is switched off, because the vendor does not search while it thinks
    a result and a text: $web_search {"reasoning":{"mode":"off"},"offered":{"name":"$web_search","search":{"kind":"web_search"}},"echo":"$web_search"}
      $.tools tool.web_search emulated web_search.echo: the vendor searches in rounds that the gateway makes
      $ tool.web_search disclosed -: thinking is switched off, because the vendor does not search while it thinks
    thinking: $web_search {"reasoning":{"mode":"off"},"offered":{"name":"$web_search","search":{"kind":"web_search"}},"echo":"$web_search"}
      $.tools tool.web_search emulated web_search.echo: the vendor searches in rounds that the gateway makes
      $.thinking.type reasoning.mode disclosed -: thinking is switched off, because the vendor does not search while it thinks
      $.output_config.effort reasoning.effort disclosed -: thinking is switched off, because the vendor does not search while it thinks
    `,
  );
  describeForms(
    "to an engine with a search",
    listOffers("codex", all),
    `
    a search: none
    no tool: none
    a function alone: none
    a search beside a function: none
    another hosted tool: none
    no calls: none
    a required call: none
    a forced search: none
    a forced function: none
    a list of allowed tools: none
    one answer: none
    two answers: none
    allowed domains: none
    blocked domains: none
    a time after: gateway_web_search {"offered":{"name":"gateway_web_search","search":{"kind":"web_search","after":"2026-01-01T00:00:00Z"}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
    a time before: gateway_web_search {"offered":{"name":"gateway_web_search","search":{"kind":"web_search","before":"2026-01-01T00:00:00Z"}}}
      $.tools tool.web_search emulated web_search.gateway: the gateway searches, because the engine has no such search
    a live search: none
    a search of an index: none
    no restrictions: none
    a restriction: none
    a country: none
    a country and a city: none
    a size: none
    a result of a tool: none
    a result and a text: none
    thinking: none
    `,
  );
});
