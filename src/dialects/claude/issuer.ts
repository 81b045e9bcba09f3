import { MCP_SERVERS } from "./wire.ts";

/**
 * Whether the answer depends on a member that only this API has: its vendor calls the servers, keeps the container,
 * or promises where the model runs.
 */
export function binds(member: string, value: unknown): boolean {
  if (member === "inference_geo") return value !== "global";
  if (member === MCP_SERVERS) return !Array.isArray(value) || value.length > 0;
  return member === "container";
}

// The beginning of every signature since Claude 3.7, read off real ones, in hexadecimal: a message with its length, and
// in it one that states a version and a kind.
const SIGNATURE = /^12(?:[89a-f]\w)*[0-7]\w0a(?:[89a-f]\w)*[0-7]\w08[0-7]\w(?:10[0-7]\w)?1802/;

/** Whether a signature has the shape of Anthropic's. */
export function issued(proof: string): boolean {
  return SIGNATURE.test(Buffer.from(proof.slice(0, 32), "base64").toString("hex"));
}
