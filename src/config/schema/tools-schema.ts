import { z } from "zod";
import { key } from "./key-facts.ts";
import { NameGlob } from "./policy-schema.ts";

const Text = z.string().min(1, "must not be empty");

/** The section `[tools]`: what the gateway does itself for models that cannot. */
export const ToolsSection = z
  .object({
    web_search: z
      .object({
        provider: key(z.enum(["searxng", "perplexity", "tavily"]).optional(), {
          description:
            "The service that is asked if a caller offers its vendor's web search and the engine has none, or cannot keep its restrictions. Without it the gateway never searches. The model's queries leave to this service.",
        }),
        base_url: key(z.url({ protocol: /^https?$/, message: "must be an http or https URL" }).optional(), {
          description:
            "The address of the service. `searxng` needs it; the others have their vendor's address.",
        }),
        api_key: key(Text.optional(), {
          description: "The key of the service. It is sent to `base_url` only.",
          secret: true,
        }),
        allow_private: key(z.boolean().default(false), {
          description:
            "Whether the service may have an address in a private network. A base URL that is a loopback address is always allowed.",
        }),
        max_results: key(z.int().min(1).max(20).default(5), {
          description: "The most results of one search.",
        }),
        max_rounds: key(z.int().min(1).max(20).default(5), {
          description:
            "The most searches of one call. The model then answers with what it has. A caller's own limit applies as well.",
        }),
        timeout_secs: key(z.int().min(1).max(120).default(15), {
          description: "The time limit for one search.",
        }),
        engines: key(z.array(NameGlob).default([]), {
          description: "Globs of the engines whose calls are searched for. An empty list means all.",
        }),
        keys: key(z.array(NameGlob).default([]), {
          description: "Globs of the callers' keys whose calls are searched for. An empty list means all.",
        }),
        after_tool_results: key(z.boolean().default(true), {
          description:
            "Whether the model may search once the conversation holds results of the caller's tools. Text in such results could make the model put private data into a query.",
        }),
        price_usd: key(z.number().min(0).optional(), {
          description: "USD for one search. Without it the service's list price.",
        }),
      })
      .prefault({})
      .describe("Web search that the gateway runs. Off unless `provider` is set."),
    mcp_servers: z
      .record(
        z.string(),
        z.object({
          hosts: key(z.array(z.string().min(1)).min(1), {
            description:
              "The hosts of the MCP server. A rule such as `mcp__hub__*` in `allowed_tools` allows a server that a request calls `hub` only if its address has one of the hosts of `[tools.mcp_servers.hub]`; other servers are allowed by their host (`mcp__mcp.example.com__*`).",
          }),
        }),
      )
      .optional()
      .describe("MCP servers that rules may allow by their name."),
  })
  .prefault({})
  .describe("What the gateway does itself if an engine cannot.");
