import { isMembers, type Members } from "./members/members.ts";

const encoder = new TextEncoder();

/**
 * Log probabilities as OpenAI's two dialects have them: every token with its bytes and its alternatives. Bytes that
 * are not told are those of the token's text.
 */
export function writeTokenLogprobs(tokens: readonly unknown[]): Members[] {
  return tokens.filter(isMembers).map((token) => {
    const others = token["top_logprobs"];
    return {
      ...writeToken(token),
      top_logprobs: Array.isArray(others) ? others.filter(isMembers).map(writeToken) : [],
    };
  });
}

function writeToken({ token, logprob, bytes }: Members): Members {
  const known = Array.isArray(bytes) || typeof token !== "string" ? bytes : [...encoder.encode(token)];
  return { token, logprob, bytes: known ?? null };
}
