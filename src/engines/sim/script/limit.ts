import type { Conversation, Stop } from "../../../contract/index.ts";
import { TOKEN_CHARACTERS } from "../token-count.ts";
import type { Script } from "./script.ts";
import type { Call } from "./tool-call.ts";

/** An answer within the limits of the request. */
export interface Limited {
  readonly thinking: string | undefined;
  readonly pieces: readonly string[];
  readonly calls: readonly Call[];
  readonly stop: Stop;
  /** Characters of the thinking. */
  readonly thinkingLength: number;
  /** Characters of thinking, text and arguments together. */
  readonly length: number;
}

/** Cuts an answer at the first stop sequence and at the limit of output tokens. */
export function limitAnswer(script: Script, conversation: Conversation): Limited {
  const stopped = cutAtSequence(script.pieces, conversation.stop);
  const most = (conversation.maxOutputTokens ?? Number.POSITIVE_INFINITY) * TOKEN_CHARACTERS;
  const thinking = script.thinking === undefined ? undefined : cutText(script.thinking, most);
  let length = thinking?.length ?? 0;
  const thinkingLength = length;
  let isCut = thinking !== script.thinking;
  const pieces = isCut ? [] : cutPieces(stopped.pieces, most - length);
  const written = lengthOf(pieces);
  if (written < lengthOf(stopped.pieces)) isCut = true;
  length += written;
  const calls: Call[] = [];
  for (const call of isCut ? [] : script.calls) {
    const text = inputTextOf(call);
    const kept = cutText(text, most - length);
    length += kept.length;
    isCut = kept !== text;
    calls.push(isCut ? { ...call, input: undefined, inputText: kept } : call);
    if (isCut) break;
  }
  const stop = stopOf(script, isCut, stopped.sequence);
  return { thinking, pieces, calls, stop, thinkingLength, length };
}

function stopOf(script: Script, isCut: boolean, sequence: string | undefined): Stop {
  if (isCut) return { reason: "max_tokens" };
  if (script.stop !== undefined) return { reason: script.stop };
  if (sequence !== undefined) return { reason: "stop_sequence", sequence };
  return { reason: script.calls.length > 0 ? "tool_use" : "end_turn" };
}

/** Returns the arguments of a call as JSON text, or as the plain text of a custom tool. */
export function inputTextOf(call: Call): string {
  return call.inputText ?? JSON.stringify(call.input ?? {});
}

function cutAtSequence(
  pieces: readonly string[],
  sequences: readonly string[],
): { pieces: readonly string[]; sequence: string | undefined } {
  const text = sequences.length === 0 ? "" : pieces.join("");
  let end = text.length;
  let sequence: string | undefined;
  for (const one of sequences) {
    const at = one === "" ? -1 : text.indexOf(one);
    if (at === -1 || at >= end) continue;
    end = at;
    sequence = one;
  }
  return sequence === undefined ? { pieces, sequence } : { pieces: cutPieces(pieces, end), sequence };
}

function cutPieces(pieces: readonly string[], most: number): string[] {
  const kept: string[] = [];
  let left = most;
  for (const piece of pieces) {
    if (left <= 0) break;
    const cut = cutText(piece, left);
    if (cut !== "") kept.push(cut);
    left -= piece.length;
  }
  return kept;
}

function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, Math.max(0, most));
  const last = cut.charCodeAt(cut.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? cut.slice(0, -1) : cut;
}

function lengthOf(pieces: readonly string[]): number {
  let length = 0;
  for (const piece of pieces) length += piece.length;
  return length;
}
