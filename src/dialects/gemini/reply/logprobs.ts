import { isMembers, type Members } from "../../members/members.ts";

/** `logprobsResult` as a list of chosen tokens, each with its alternatives; undefined if it is none. */
export function readLogprobs(result: Members): unknown[] | undefined {
  const { chosenCandidates: chosen, topCandidates: top } = result;
  if (!Array.isArray(chosen)) return undefined;
  return chosen.map((token: unknown, index) => {
    const holder: unknown = Array.isArray(top) ? top[index] : undefined;
    const others =
      isMembers(holder) && Array.isArray(holder["candidates"]) ? holder["candidates"] : undefined;
    return { ...readToken(token), ...(others === undefined ? {} : { top_logprobs: others.map(readToken) }) };
  });
}

/** A list of chosen tokens as `logprobsResult`; undefined if it is no such list. */
export function writeLogprobs(value: unknown): Members | undefined {
  if (!Array.isArray(value) || !value.every(isMembers)) return undefined;
  const isTop = value.some((token) => Array.isArray(token["top_logprobs"]));
  return {
    chosenCandidates: value.map(writeToken),
    ...(isTop
      ? {
          topCandidates: value.map((token) => ({
            candidates: Array.isArray(token["top_logprobs"]) ? token["top_logprobs"].map(writeToken) : [],
          })),
        }
      : {}),
  };
}

function readToken(token: unknown): Members {
  if (!isMembers(token)) return {};
  const { token: text, logProbability, tokenId } = token;
  return { token: text, logprob: logProbability, ...(tokenId === undefined ? {} : { token_id: tokenId }) };
}

function writeToken(token: unknown): Members {
  if (!isMembers(token)) return {};
  const { token: text, logprob, token_id: tokenId } = token;
  return { token: text, logProbability: logprob, ...(tokenId === undefined ? {} : { tokenId }) };
}
