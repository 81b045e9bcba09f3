import { type Frame, type Json, list, number, object, text } from "./neutral.ts";

interface Choice {
  index: number;
  message: Json;
  finish_reason: unknown;
}

/** The reply that a stream of chat chunks amounts to. */
export function collapseChat(frames: readonly Frame[]): Json {
  const reply: Json = {};
  const choices = new Map<number, Choice>();
  for (const { data } of frames) {
    if (data.trim() === "[DONE]") continue;
    const chunk = object(JSON.parse(data));
    for (const name of ["id", "model"])
      if (reply[name] === undefined && chunk[name]) reply[name] = chunk[name];
    if (chunk["error"]) reply["error"] ??= chunk["error"];
    if (chunk["usage"]) reply["usage"] = chunk["usage"];
    const groq = object(chunk["x_groq"]);
    if (groq["usage"] && !chunk["usage"]) reply["usage"] = groq["usage"];
    for (const value of list(chunk["choices"])) {
      const piece = object(value);
      if (piece["usage"]) reply["usage"] = piece["usage"];
      addPiece(choiceAt(choices, number(piece["index"]) ?? 0), piece);
    }
  }
  return { ...reply, choices: [...choices.values()] };
}

function choiceAt(choices: Map<number, Choice>, index: number): Choice {
  let choice = choices.get(index);
  if (choice === undefined) {
    choice = { index, message: { role: "assistant", content: null }, finish_reason: null };
    choices.set(index, choice);
  }
  return choice;
}

function addPiece(choice: Choice, piece: Json): void {
  const delta = object(piece["delta"]);
  const { message } = choice;
  if (Array.isArray(delta["content"])) addParts(message, delta["content"]);
  else addText(message, "content", delta["content"]);
  addText(message, "refusal", delta["refusal"]);
  // Vendors name it in two ways, and some send both with the same text.
  addText(message, "reasoning_content", delta["reasoning_content"] ?? delta["reasoning"]);
  // Copilot's names for a summary of thinking, and for the thinking itself as it keeps it.
  for (const name of ["reasoning_text", "cot_summary"]) addText(message, name, delta[name]);
  for (const name of ["reasoning_opaque", "cot_id"]) if (delta[name]) message[name] = delta[name];
  for (const call of list(delta["tool_calls"])) addCall(message, object(call));
  addOldCall(message, object(delta["function_call"]));
  addAudio(message, object(delta["audio"]));
  if (piece["finish_reason"]) choice.finish_reason = piece["finish_reason"];
}

function addText(message: Json, name: string, piece: unknown): void {
  if (typeof piece !== "string") return;
  message[name] = `${text(message[name]) ?? ""}${piece}`;
}

// Mistral streams thinking as parts of the content.
function addParts(message: Json, parts: readonly unknown[]): void {
  for (const part of parts.map(object)) {
    if (part["type"] === "thinking")
      for (const piece of list(part["thinking"]))
        addText(message, "reasoning_content", object(piece)["text"]);
    else addText(message, "content", part["text"]);
  }
}

// The index says which call a piece continues, except that an id not seen before always begins a call.
function addCall(message: Json, piece: Json): void {
  message["tool_calls"] ??= [];
  const calls = message["tool_calls"] as Json[];
  const id = text(piece["id"]) || undefined;
  const index = number(piece["index"]) ?? 0;
  let call = calls.findLast((one) => one["index"] === index);
  if (call === undefined || (id !== undefined && call["id"] !== undefined && call["id"] !== id)) {
    call = { index, id, type: piece["type"] ?? "function" };
    calls.push(call);
  }
  if (call["id"] === undefined && id !== undefined) call["id"] = id;
  for (const kind of ["function", "custom"]) {
    if (piece[kind] === undefined || piece[kind] === null) continue;
    call["type"] = kind;
    const part = object(piece[kind]);
    const whole = object(call[kind]);
    const input = kind === "function" ? "arguments" : "input";
    call[kind] = {
      ...whole,
      name: whole["name"] || part["name"],
      [input]: `${text(whole[input]) ?? ""}${argumentText(part[input])}`,
    };
  }
}

function argumentText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function addOldCall(message: Json, piece: Json): void {
  if (Object.keys(piece).length === 0) return;
  const whole = object(message["function_call"]);
  message["function_call"] = {
    name: whole["name"] ?? piece["name"],
    arguments: `${text(whole["arguments"]) ?? ""}${text(piece["arguments"]) ?? ""}`,
  };
}

function addAudio(message: Json, piece: Json): void {
  if (Object.keys(piece).length === 0) return;
  const whole = object(message["audio"]);
  const join = (name: string) =>
    whole[name] === undefined && piece[name] === undefined
      ? {}
      : { [name]: `${text(whole[name]) ?? ""}${text(piece[name]) ?? ""}` };
  message["audio"] = { ...whole, ...piece, ...join("data"), ...join("transcript") };
}
