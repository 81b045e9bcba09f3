/** The dialect's name, under which its own members and units travel. */
export const ID = "claude";

/** Where messages are made. */
export const MESSAGES_PATH = "/v1/messages";

/** Where the tokens of a request are counted. */
export const COUNT_PATH = `${MESSAGES_PATH}/count_tokens`;

/** The member that defines the MCP servers which the vendor connects to, and the tool that selects from one of them. */
export const MCP_SERVERS = "mcp_servers";
export const MCP_TOOLSET = "mcp_toolset";

/** The values of `output_config.effort`. */
export const EFFORTS: ReadonlySet<string> = new Set(["low", "medium", "high", "xhigh", "max"]);

/** The values of `thinking.display`. */
export const DISPLAYS: ReadonlySet<string> = new Set(["summarized", "omitted", "updates"]);

/** The media types of inline images. */
export const IMAGE_TYPES: ReadonlySet<string> = new Set([
  "image/jpeg",
  "image/png",
  "image/gif",
  "image/webp",
]);

/** The only document type that may be sent as base64. */
export const PDF = "application/pdf";

/** Tool-call ids: the pattern that the Messages API enforces, and the length that Bedrock's Converse API allows. */
export const TOOL_CALL_ID = { pattern: /^[a-zA-Z0-9_-]+$/, maxLength: 64 };

/** The event that shows that a stream is alive, as the API itself writes it. */
export const PING = frame("ping", '{"type": "ping"}');

/** One event of a stream, framed for the wire. */
export function frame(type: string, json: string): string {
  return `event: ${type}\ndata: ${json}\n\n`;
}
