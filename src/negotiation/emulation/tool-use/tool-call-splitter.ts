import type { ToolUseBlock } from "../../../contract/index.ts";
import { parseAsWritten } from "../../../lib/index.ts";
import { openJsonScanner } from "../json-output/json-scanner.ts";
import { openStopScanner } from "../text-splitting/stop-scanner.ts";
import type { TextPiece, TextSplitter } from "../text-splitting/text-splitter.ts";
import { CALL_CLOSE, CALL_OPEN } from "./tool-text.ts";

/** Reads a call from the JSON that the model wrote, or returns the reason why it is none. */
export type ReadCall = (value: unknown) => ToolUseBlock | string;

export interface CallListener {
  /** Called for each call that stays text, with the reason. */
  onMalformed(reason: string): void;
}

/**
 * Splits text into text and tool calls as it arrives, in linear time. A malformed call stays text up to the fault,
 * and reading continues there. Drops white space around calls when no text is next to it.
 */
export function openToolCallSplitter(readCall: ReadCall, { onMalformed }: CallListener): TextSplitter {
  const opening = { scanner: openStopScanner([CALL_OPEN]) };
  let call: PendingCall | undefined;
  let space = "";
  let inText = false;
  let changed = false;

  const addText = (text: string): readonly TextPiece[] => {
    if (text === "") return [];
    if (!inText && !/\S/.test(text)) {
      space += text;
      return [];
    }
    const whole = space + text;
    space = "";
    inText = true;
    return [{ kind: "text", text: whole }];
  };
  const addCall = (block: ToolUseBlock): readonly TextPiece[] => {
    space = "";
    inText = false;
    changed = true;
    return [{ kind: "block", block }];
  };
  const giveUp = (pending: PendingCall, reason: string): readonly TextPiece[] => {
    call = undefined;
    onMalformed(reason);
    return addText(pending.raw());
  };
  const close = (pending: PendingCall): readonly TextPiece[] => {
    const block = readCall(pending.value());
    if (typeof block === "string") return giveUp(pending, block);
    call = undefined;
    return addCall(block);
  };

  const push = (text: string): readonly TextPiece[] => {
    const pieces: TextPiece[] = [];
    let rest = text;
    while (rest !== "") {
      if (call === undefined) {
        const scan = opening.scanner.push(rest);
        pieces.push(...addText(scan.text));
        rest = scan.rest;
        if (scan.matched !== undefined) {
          opening.scanner = openStopScanner([CALL_OPEN]);
          call = openCall();
        }
      } else {
        const { taken, state, back } = call.push(rest);
        rest = back + rest.slice(taken);
        if (state === "broken") pieces.push(...giveUp(call, "It does not have the form of a call"));
        if (state === "closed") pieces.push(...close(call));
      }
    }
    return pieces;
  };
  return {
    push,
    end() {
      const pieces = call === undefined ? [] : giveUp(call, "It is not closed");
      const held = addText(opening.scanner.flush());
      const untouched = !changed && !inText && space !== "";
      return [...pieces, ...held, ...(untouched ? [{ kind: "text" as const, text: space }] : [])];
    },
  };
}

/** A call after its opening tag. */
interface PendingCall {
  /** Reads up to the end of the call or to the first fault. `back` is text to read again as plain text. */
  push(text: string): { taken: number; state: "open" | "closed" | "broken"; back: string };
  /** All text read, including the opening tag. */
  raw(): string;
  /** The JSON between the tags. */
  value(): unknown;
}

function openCall(): PendingCall {
  const parts: string[] = [];
  const scanner = openJsonScanner();
  let phase: "before" | "json" | "after" | "tag" = "before";
  let closed = 0;

  /** Takes one character; false when it is invalid there. */
  const step = (unit: number): boolean => {
    if ((phase === "before" || phase === "after") && isSpace(unit)) return true;
    if (phase === "before") phase = "json";
    if (phase === "json") {
      const scan = scanner.push(unit);
      if (scan === "complete") phase = "after";
      return scan === "inside" || scan === "complete";
    }
    phase = "tag";
    if (CALL_CLOSE.charCodeAt(closed) !== unit) return false;
    closed += 1;
    return true;
  };
  return {
    push(text) {
      let taken = 0;
      let fits = true;
      while (fits && taken < text.length && closed < CALL_CLOSE.length) {
        fits = step(text.charCodeAt(taken));
        if (fits) taken += 1;
      }
      parts.push(text.slice(0, taken));
      if (fits) return { taken, state: closed === CALL_CLOSE.length ? "closed" : "open", back: "" };
      // A broken closing tag may start the next call.
      const back = CALL_CLOSE.slice(0, closed);
      parts.splice(0, parts.length, parts.join("").slice(0, -closed || undefined));
      return { taken, state: "broken", back };
    },
    raw: () => CALL_OPEN + parts.join(""),
    value: () => parseAsWritten(parts.join("").slice(0, -CALL_CLOSE.length)),
  };
}

function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}
