import type { Block } from "../../../contract/index.ts";
import { parseAsWritten } from "../../../lib/index.ts";
import type { WriterNote } from "../../codec/writer-note.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { ownMembers, restoreOwn } from "../../members/own-members.ts";
import { documentText, isTextDocument } from "../../rendering/document-text.ts";
import { spellingOf } from "../spelling.ts";
import { ID, isMintedId } from "../wire.ts";
import { readCutOffArguments } from "./cut-off-arguments.ts";
import { writeResponse } from "./function-response.ts";
import { writeMedia } from "./media.ts";
import { GROUNDING } from "./search-unit.ts";

/** The context for writing parts. */
export interface PartWriting {
  /** The names of the calls by their ids: results are matched by name. */
  readonly names: ReadonlyMap<string, string>;
  readonly forward: (id: string) => string;
  readonly note: (note: WriterNote) => void;
  /** Whether a reply is written, in which a call that was cut off can be marked as such. */
  readonly isReply: boolean;
}

/** The parts of a turn. Blocks without content are left out. */
export function writeParts(blocks: readonly Block[], writing: PartWriting): Members[] {
  const parts: Members[] = [];
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index]!;
    const next = blocks[index + 1];
    const isSigned = next !== undefined && isProof(next) && spellingOf(next).isAttached === true;
    const { parts: spelled } = spellingOf(block);
    const part = spelled === undefined ? writePart(block, writing) : undefined;
    if (spelled !== undefined) parts.push(...spelled);
    else if (writing.isReply && part !== undefined && !isSigned && joinText(parts, part)) continue;
    else if (part !== undefined) parts.push(isSigned ? { ...part, thoughtSignature: next.signature } : part);
    if (isSigned && (spelled !== undefined || part !== undefined)) index++;
  }
  return parts;
}

// Texts that follow each other are one text, as in the vendor's own replies: positions of citations count from its start.
function joinText(parts: Members[], part: Members): boolean {
  const last = parts.at(-1);
  if (last === undefined || !isPlainText(last) || !isPlainText(part)) return false;
  parts[parts.length - 1] = { text: `${last.text}${part.text}` };
  return true;
}

function isPlainText(part: Members): part is { text: string } {
  for (const name in part) if (name !== "text") return false;
  return typeof part["text"] === "string" && part["text"] !== "";
}

/** A block of thinking that is nothing but a signature: it belongs to the visible text before it. */
export function isProof(block: Block): block is Extract<Block, { type: "thinking" }> & { signature: string } {
  return block.type === "thinking" && block.text === "" && block.signature !== undefined;
}

/** One part, or nothing if there is nothing to say. */
export function writePart(block: Block, writing: PartWriting): Members | undefined {
  switch (block.type) {
    case "text":
    case "refusal":
      if (block.text === "" && spellingOf(block).isEmptyPart !== true) return undefined;
      return restoreOwn({ text: block.text }, ownMembers(block, ID));
    case "thinking":
      return writeThinking(block);
    case "image":
    case "document":
    case "audio":
    case "video": {
      if (block.type === "document" && block.citations === true)
        note(
          writing,
          block,
          "the API cites what its own tools found, not what it is given",
          "document.citations",
          "disclosed",
        );
      const text = textOf(block);
      const part = text === undefined ? writeMedia(block) : { text };
      if (part === undefined) {
        note(
          writing,
          block,
          "the file belongs to another vendor, and Google cannot read it",
          `${block.type}.file`,
        );
        return undefined;
      }
      return restoreOwn(part, ownMembers(block, ID));
    }
    case "tool_use":
      return writeCall(block, writing);
    case "tool_result":
      return writeResult(block, writing);
    case "opaque":
      // Grounding stands beside the parts, and only in replies.
      if (block.kind === GROUNDING) return undefined;
      return block.dialect === ID && isMembers(block.value) ? { ...block.value } : undefined;
    default:
      return undefined;
  }
}

function writeThinking(block: Extract<Block, { type: "thinking" }>): Members | undefined {
  const { text, signature } = block;
  if (text === "" && signature === undefined) return undefined;
  return restoreOwn(
    {
      text,
      ...(text === "" ? {} : { thought: true }),
      ...(signature === undefined ? {} : { thoughtSignature: signature }),
    },
    ownMembers(block, ID),
  );
}

function writeCall(block: Extract<Block, { type: "tool_use" }>, writing: PartWriting): Members {
  const functionCall: Members = {
    ...(isMintedId(block.id) ? {} : { id: writing.forward(block.id) }),
    name: block.name,
    ...writeArguments(block, writing),
  };
  const signed = block.signature === undefined ? {} : { thoughtSignature: block.signature };
  return restoreOwn({ functionCall, ...signed }, ownMembers(block, ID));
}

function writeArguments(block: Extract<Block, { type: "tool_use" }>, writing: PartWriting): Members {
  const { input, inputText } = block;
  const isText = inputText !== undefined;
  const parsed = !isText ? (input ?? {}) : block.kind === "custom" ? undefined : parseArguments(inputText);
  if (isMembers(parsed)) return spellingOf(parsed).hasNoArguments === true ? {} : { args: parsed };
  if (parsed === null) return { args: {} };
  const text = inputText ?? JSON.stringify(input);
  if (block.kind === "custom") return { args: { input: text } };
  if (parsed !== undefined && writing.isReply) return { args: { input: parsed } };
  if (writing.isReply) return { args: readCutOffArguments(text), willContinue: true };
  writing.note({
    node: block,
    at: "",
    disposition: "disclosed",
    reason: "the arguments are no JSON object; they are sent as the text of one argument, `input`",
    feature: "tool_use",
  });
  return { args: { input: text } };
}

/** Whether a call's arguments were cut off or are no JSON, so that it cannot be made. */
export function isBroken(block: Block): boolean {
  if (block.type !== "tool_use" || block.kind !== "function") return false;
  return block.inputText !== undefined && parseArguments(block.inputText) === undefined;
}

function parseArguments(text: string): unknown {
  if (text.trim() === "") return {};
  try {
    return parseAsWritten(text);
  } catch {
    return undefined; // The caller decides what becomes of a text that is no JSON.
  }
}

function writeResult(block: Extract<Block, { type: "tool_result" }>, writing: PartWriting): Members {
  const name = writing.names.get(block.id) ?? block.name;
  if (name === undefined) {
    note(
      writing,
      block,
      `no call has the id ${block.id}, and Gemini matches results by the function's name`,
      "tool_result.text",
    );
  }
  const texts = block.content.flatMap((one) => textOf(one) ?? []);
  if (texts.length > 1) {
    const reason = "the texts of the result are joined by line feeds";
    writing.note({ node: block, at: "", disposition: "mapped", reason, feature: "tool_result.text" });
  }
  const parts = block.content.flatMap((one) => {
    if (textOf(one) !== undefined) return [];
    const part = writePart(one, writing);
    return part === undefined ? [] : [part];
  });
  const isBare = texts.length === 0 && parts.length > 0 && block.isError !== true;
  const functionResponse: Members = {
    ...(isMintedId(block.id) ? {} : { id: writing.forward(block.id) }),
    name: name ?? block.id,
    response: isBare ? {} : writeResponse(texts.join("\n"), block.isError === true),
    ...(parts.length === 0 ? {} : { parts }),
  };
  return restoreOwn({ functionResponse }, ownMembers(block, ID));
}

// A document of text is read as text, so it is sent as text.
function textOf(block: Block): string | undefined {
  if (block.type === "text" || block.type === "refusal") return block.text;
  return isTextDocument(block) ? documentText(block) : undefined;
}

function note(
  writing: PartWriting,
  node: Block,
  reason: string,
  feature: string,
  disposition: "refused" | "disclosed" = "refused",
): void {
  writing.note({ node, at: "", disposition, reason, feature });
}
