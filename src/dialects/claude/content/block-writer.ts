import type { Block, TextBlock, ToolUseBlock } from "../../../contract/index.ts";
import { parseAsWritten } from "../../../lib/index.ts";
import type { Writing } from "../../codec/request-codec.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { ID } from "../wire.ts";
import { endBlock } from "./cache-hint.ts";
import { isReplayable, writeCitation } from "./citations.ts";
import { writeDocument, writeImage } from "./media-writer.ts";
import { readPartialObject } from "./partial-json.ts";
import { isToolReference, writeToolReference } from "./tool-reference.ts";

/** Writes the blocks of one turn of a request. Blocks without a place are left out and noted. */
export function writeBlocks(blocks: readonly Block[], writing: Writing): Members[] {
  const written: Members[] = [];
  for (const block of blocks) {
    const one = writeBlock(block, writing);
    if (one !== undefined) written.push(one);
  }
  return written;
}

/** Content in its short form if it is one plain text: the API takes both to be the same. */
export function shorten(blocks: Members[]): string | Members[] {
  const [first] = blocks;
  if (blocks.length !== 1 || first?.["type"] !== "text" || Object.keys(first).length !== 2) return blocks;
  return first["text"] as string;
}

/** The arguments of a call as the object that the API requires; of a call that was cut off, the complete members. */
export function writeInput(block: ToolUseBlock): Members {
  if (block.kind === "custom") return { input: block.inputText ?? "" };
  if (isMembers(block.input) && block.inputText === undefined) return block.input;
  if (block.inputText !== undefined) return readPartialObject(block.inputText);
  return isMembers(block.input) ? block.input : {};
}

function writeBlock(block: Block, writing: Writing): Members | undefined {
  switch (block.type) {
    case "text":
      return writeText(block, writing);
    case "refusal":
      return hasText(block, writing) ? endBlock({ type: "text", text: block.text }, block) : undefined;
    case "image":
      return writeImage(block, writing);
    case "document":
      return writeDocument(block, writing);
    case "tool_use":
      return writeToolUse(block, writing);
    case "tool_result":
      return writeToolResult(block, writing);
    case "thinking":
      return writeThinking(block, writing);
    case "redacted_thinking":
      return endBlock({ type: "redacted_thinking", data: block.data }, block);
    case "opaque":
      return block.dialect === ID ? (block.value as Members) : undefined;
    default:
      return undefined; // Sound and moving pictures were refused by the feature table.
  }
}

function writeText(block: TextBlock, writing: Writing): Members | undefined {
  if (isToolReference(block)) return writeToolReference(block);
  if (!hasText(block, writing)) return undefined;
  const written: Members = { type: "text", text: block.text };
  const citations = (block.citations ?? []).filter(isReplayable).map(writeCitation);
  if (citations.length > 0) written["citations"] = citations;
  if (citations.length < (block.citations?.length ?? 0)) {
    writing.note({
      node: block,
      at: "",
      disposition: "disclosed",
      reason: "a citation that another vendor made has no form here",
      feature: "citation",
    });
  }
  return endBlock(written, block);
}

// The API answers a text block that is empty or white space with a 400.
function hasText(block: Extract<Block, { text: string }>, writing: Writing): boolean {
  if (block.text.trim() !== "") return true;
  writing.note({
    node: block,
    at: "",
    disposition: "mapped",
    reason: "a block without text is not accepted and says nothing",
    feature: "text",
  });
  return false;
}

function writeToolUse(block: ToolUseBlock, writing: Writing): Members {
  const { inputText } = block;
  const input = writeInput(block);
  if (block.kind === "function" && !isWhole(block, inputText)) {
    writing.note({
      node: block,
      at: "",
      disposition: "disclosed",
      reason: "the arguments are no whole JSON object; the members that are whole are kept",
      feature: "tool_use",
    });
  }
  return endBlock({ type: "tool_use", id: writing.ids.forward(block.id), name: block.name, input }, block);
}

function isWhole(block: ToolUseBlock, inputText: string | undefined): boolean {
  if (inputText === undefined) return isMembers(block.input);
  if (inputText.trim() === "") return true;
  try {
    return isMembers(parseAsWritten(inputText));
  } catch {
    return false; // Not JSON: that is what is asked here.
  }
}

function writeToolResult(block: Extract<Block, { type: "tool_result" }>, writing: Writing): Members {
  const written: Members = { type: "tool_result", tool_use_id: writing.ids.forward(block.id) };
  if (block.content.length > 0) {
    const content = shorten(writeBlocks(block.content, writing));
    written["content"] = content.length === 0 ? "" : content;
  }
  if (block.isError !== undefined) written["is_error"] = block.isError;
  return endBlock(written, block);
}

// The API accepts only thinking that it signed itself, and answers other thinking with a 400.
function writeThinking(block: Extract<Block, { type: "thinking" }>, writing: Writing): Members | undefined {
  if (block.signature !== undefined && block.signature !== "") {
    return endBlock({ type: "thinking", thinking: block.text, signature: block.signature }, block);
  }
  if (block.text === "") return undefined;
  writing.note({
    node: block,
    at: "",
    disposition: "disclosed",
    reason: "thinking without a signature of the API is not accepted in the history",
    feature: "thinking.text",
  });
  return undefined;
}
