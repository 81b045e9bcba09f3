/** The dialect's name, under which its own members and units travel. */
export const ID = "claude";

/** Where messages are made. */
export const MESSAGES_PATH = "/v1/messages";

/** Where the tokens of a request are counted. */
export const COUNT_PATH = `${MESSAGES_PATH}/count_tokens`;

/**
 * The output limit that is written where the caller named none, because the wire requires one.
 * It is the most that every model since Claude 4 accepts (Claude Opus 4 has the lowest limit, 32,000).
 */
export const DEFAULT_MAX_TOKENS = 32_000;

/** The least that `thinking.budget_tokens` may be. */
export const MIN_BUDGET = 1024;

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

// A closed list: the models before Claude Opus 4.8 answer `role: "system"` inside `messages` with a 400.
const withoutSystemTurns =
  /claude-(?:instant|v?[123]\b|(?:opus|sonnet|haiku)-4(?:-[0-7])?(?:$|[-@:](?!\d\b)))/;

/** Whether a model accepts system messages between the turns. */
export function hasSystemTurns(model: string): boolean {
  return !withoutSystemTurns.test(model);
}

/** The event that shows that a stream is alive, as the API itself writes it. */
export const PING = frame("ping", '{"type": "ping"}');

/** One event of a stream, framed for the wire. */
export function frame(type: string, json: string): string {
  return `event: ${type}\ndata: ${json}\n\n`;
}
