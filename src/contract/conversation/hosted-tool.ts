import { z } from "zod";

const own = {
  /** Restrictions that only the tool's own vendor can keep, by the names of their members. */
  restrictions: z.array(z.string()).optional(),
  /** Other settings that only the tool's own vendor knows, by the names of their members. */
  others: z.array(z.string()).optional(),
};

const domains = {
  /** Only these hosts and their subdomains; a path may follow the host. */
  allowedDomains: z.array(z.string()).optional(),
  blockedDomains: z.array(z.string()).optional(),
  maxUses: z.int().optional(),
  ...own,
};

/** A search of the web that the vendor runs. */
const WebSearchTool = z.strictObject({
  kind: z.literal("web_search"),
  ...domains,
  location: z
    .strictObject({
      city: z.string().optional(),
      region: z.string().optional(),
      country: z.string().optional(),
      timezone: z.string().optional(),
    })
    .optional(),
  /** How much of the results the model reads: `low`, `medium` or `high`. */
  contextSize: z.string().optional(),
  /** False if only a stored index may be searched. */
  live: z.boolean().optional(),
  /** The earliest and the latest time of a result, in RFC 3339. */
  after: z.string().optional(),
  before: z.string().optional(),
});

/** A tool that reads pages of the web. */
const WebFetchTool = z.strictObject({
  kind: z.literal("web_fetch"),
  ...domains,
  maxContentTokens: z.int().optional(),
  citations: z.boolean().optional(),
});

/** A tool that runs code at the vendor. */
const CodeExecutionTool = z.strictObject({
  kind: z.literal("code_execution"),
  /** Whether it names a container or files that the vendor keeps for the caller. */
  usesKept: z.boolean().optional(),
  ...own,
});

/** A server for tools that the vendor connects to. */
const RemoteMcpTool = z.strictObject({
  kind: z.literal("mcp"),
  server: z.string(),
  url: z.string(),
  authorization: z.string().optional(),
  /** The names of other headers that the vendor sends to the server. */
  headers: z.array(z.string()).optional(),
  /** The tools that may be called; all without it. */
  allowedTools: z.array(z.string()).optional(),
  /** Whether a call waits for the caller's consent. */
  needsApproval: z.boolean().optional(),
  ...own,
});

/** A tool that the vendor runs and that other vendors have as well. */
export const HostedTool = z.discriminatedUnion("kind", [
  WebSearchTool,
  WebFetchTool,
  CodeExecutionTool,
  RemoteMcpTool,
]);
export type HostedTool = z.infer<typeof HostedTool>;
