import type { Piece, SceneAnswer } from "./generate.ts";
import { Random } from "./random.ts";
import { chatPieces, claudePiece, geminiPiece, responsesPiece } from "./render-request.ts";

const CREATED = 1_790_000_000;
const claudeStops = { end: "end_turn", length: "max_tokens", tools: "tool_use" } as const;
const chatStops = { end: "stop", length: "length", tools: "tool_calls" } as const;

/** A reply that comes at once, as the dialect's vendor would send it. */
export function renderReply(dialect: string, answer: SceneAnswer): Record<string, unknown> {
  switch (dialect) {
    case "claude":
      return {
        ...claudeHead(answer),
        content: answer.pieces.map(claudePiece),
        stop_reason: claudeStops[answer.ending],
        stop_sequence: null,
        usage: claudeUsage(answer),
      };
    case "codex":
      return responsesBody(answer, "whole");
    case "gemini":
      return {
        candidates: [
          {
            index: 0,
            content: { role: "model", parts: answer.pieces.map(geminiPiece) },
            finishReason: answer.ending === "length" ? "MAX_TOKENS" : "STOP",
          },
        ],
        ...geminiTail(answer),
      };
    default:
      return {
        id: answer.id,
        object: "chat.completion",
        created: CREATED,
        model: answer.model,
        choices: [
          {
            index: 0,
            message: { role: "assistant", ...chatPieces(answer.pieces, dialect) },
            finish_reason: chatStops[answer.ending],
          },
        ],
        usage: chatUsage(answer, dialect),
      };
  }
}

/** The same reply as the stream that the dialect's vendor would send, cut into deltas at random places. */
export function renderStream(dialect: string, answer: SceneAnswer, seed: number): string {
  const random = new Random(seed);
  switch (dialect) {
    case "claude":
      return claudeStream(answer, random)
        .map((event) => frame(event, true))
        .join("");
    case "codex":
      return responsesStream(answer, random)
        .map((event) => frame(event, true))
        .join("");
    case "gemini":
      return geminiStream(answer, random)
        .map((event) => frame(event, false))
        .join("");
    default:
      return `${chatStream(dialect, answer, random)
        .map((event) => frame(event, false))
        .join("")}data: [DONE]\n\n`;
  }
}

function frame(event: Record<string, unknown>, isNamed: boolean): string {
  return `${isNamed ? `event: ${String(event["type"])}\n` : ""}data: ${JSON.stringify(event)}\n\n`;
}

function cut(text: string, random: Random): string[] {
  const pieces: string[] = [];
  const letters = [...text];
  for (let start = 0; start < letters.length; ) {
    const size = 1 + random.below(letters.length > 200 ? 400 : 12);
    pieces.push(letters.slice(start, start + size).join(""));
    start += size;
  }
  return pieces;
}

function claudeHead(answer: SceneAnswer): Record<string, unknown> {
  return { id: answer.id, type: "message", role: "assistant", model: answer.model };
}

function claudeUsage({ usage }: SceneAnswer): Record<string, unknown> {
  return {
    input_tokens: usage.input - usage.cacheRead,
    cache_read_input_tokens: usage.cacheRead,
    cache_creation_input_tokens: 0,
    output_tokens: usage.output,
  };
}

function claudeStream(answer: SceneAnswer, random: Random): Record<string, unknown>[] {
  const start = { ...claudeHead(answer), content: [], stop_reason: null, stop_sequence: null };
  const usage = { ...claudeUsage(answer), output_tokens: 1 };
  return [
    { type: "message_start", message: { ...start, usage } },
    { type: "ping" },
    ...answer.pieces.flatMap((piece, index) => claudeBlock(piece, index, random)),
    {
      type: "message_delta",
      delta: { stop_reason: claudeStops[answer.ending], stop_sequence: null },
      usage: claudeUsage(answer),
    },
    { type: "message_stop" },
  ];
}

function claudeBlock(piece: Piece, index: number, random: Random): Record<string, unknown>[] {
  const delta = (value: Record<string, unknown>) => ({ type: "content_block_delta", index, delta: value });
  const empty =
    piece.is === "thinking"
      ? { type: "thinking", thinking: "", signature: "" }
      : piece.is === "text"
        ? { type: "text", text: "" }
        : { type: "tool_use", id: piece.id, name: piece.name, input: {} };
  const deltas =
    piece.is === "thinking"
      ? [
          ...cut(piece.text, random).map((thinking) => delta({ type: "thinking_delta", thinking })),
          delta({ type: "signature_delta", signature: piece.signature }),
        ]
      : piece.is === "text"
        ? cut(piece.text, random).map((text) => delta({ type: "text_delta", text }))
        : cut(callText(piece), random).map((json) => delta({ type: "input_json_delta", partial_json: json }));
  return [
    { type: "content_block_start", index, content_block: empty },
    ...deltas,
    { type: "content_block_stop", index },
  ];
}

// A call without arguments comes without any delta that says something.
function callText(piece: Piece & { is: "call" }): string {
  return Object.keys(piece.input).length === 0 ? "" : JSON.stringify(piece.input);
}

function chatUsage({ usage }: SceneAnswer, dialect: string): Record<string, unknown> {
  return {
    // Kimi says it twice.
    ...(dialect === "kimi" && usage.cacheRead > 0 ? { cached_tokens: usage.cacheRead } : {}),
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cacheRead },
    ...(dialect === "copilot"
      ? { reasoning_tokens: usage.reasoning }
      : { completion_tokens_details: { reasoning_tokens: usage.reasoning } }),
  };
}

function chatStream(dialect: string, answer: SceneAnswer, random: Random): Record<string, unknown>[] {
  const head = { id: answer.id, object: "chat.completion.chunk", created: CREATED, model: answer.model };
  const chunk = (delta: Record<string, unknown>, finish: string | null = null) => ({
    ...head,
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const chunks = [chunk({ role: "assistant", content: "" })];
  let call = -1;
  for (const piece of answer.pieces) {
    if (piece.is === "text") chunks.push(...cut(piece.text, random).map((content) => chunk({ content })));
    if (piece.is === "thinking" && dialect !== "openai" && dialect !== "copilot")
      chunks.push(...cut(piece.text, random).map((reasoning_content) => chunk({ reasoning_content })));
    if (piece.is === "call") {
      call += 1;
      const index = call;
      const { id, name } = piece;
      chunks.push(
        chunk({ tool_calls: [{ index, id, type: "function", function: { name, arguments: "" } }] }),
      );
      for (const text of cut(JSON.stringify(piece.input), random))
        chunks.push(chunk({ tool_calls: [{ index, function: { arguments: text } }] }));
    }
  }
  return [
    ...chunks,
    chunk({}, chatStops[answer.ending]),
    { ...head, choices: [], usage: chatUsage(answer, dialect) },
  ];
}

function geminiTail({ id, model, usage }: SceneAnswer): Record<string, unknown> {
  return {
    usageMetadata: {
      promptTokenCount: usage.input,
      candidatesTokenCount: usage.output - usage.reasoning,
      totalTokenCount: usage.input + usage.output,
      cachedContentTokenCount: usage.cacheRead,
      thoughtsTokenCount: usage.reasoning,
    },
    modelVersion: model,
    responseId: id,
  };
}

function geminiStream(answer: SceneAnswer, random: Random): Record<string, unknown>[] {
  const parts = answer.pieces.flatMap((piece) => {
    if (piece.is === "call") return [geminiPiece(piece)];
    return cut(piece.text, random).map((text) => geminiPiece({ ...piece, text }));
  });
  const chunks = parts.map((part) => ({
    candidates: [{ index: 0, content: { role: "model", parts: [part] } }],
    ...geminiTail(answer),
  }));
  const finishReason = answer.ending === "length" ? "MAX_TOKENS" : "STOP";
  const last = {
    candidates: [{ index: 0, content: { role: "model", parts: [{ text: "" }] }, finishReason }],
  };
  return [...chunks, { ...last, ...geminiTail(answer) }];
}

function responsesBody(answer: SceneAnswer, stage: "start" | "whole"): Record<string, unknown> {
  const { usage } = answer;
  const isWhole = stage === "whole";
  const isCut = answer.ending === "length";
  return {
    id: answer.id,
    object: "response",
    created_at: CREATED,
    status: isWhole ? (isCut ? "incomplete" : "completed") : "in_progress",
    error: null,
    incomplete_details: isWhole && isCut ? { reason: "max_output_tokens" } : null,
    model: answer.model,
    output: isWhole
      ? answer.pieces.map((piece, index) => responsesPiece(piece, `${answer.id}_${index}`))
      : [],
    parallel_tool_calls: true,
    tool_choice: "auto",
    tools: [],
    usage: isWhole
      ? {
          input_tokens: usage.input,
          input_tokens_details: { cached_tokens: usage.cacheRead },
          output_tokens: usage.output,
          output_tokens_details: { reasoning_tokens: usage.reasoning },
          total_tokens: usage.input + usage.output,
        }
      : null,
  };
}

function responsesStream(answer: SceneAnswer, random: Random): Record<string, unknown>[] {
  const isCut = answer.ending === "length";
  const events = [
    { type: "response.created", response: responsesBody(answer, "start") },
    { type: "response.in_progress", response: responsesBody(answer, "start") },
    ...answer.pieces.flatMap((piece, index) => responsesItem(piece, index, answer.id, random)),
    { type: isCut ? "response.incomplete" : "response.completed", response: responsesBody(answer, "whole") },
  ];
  return events.map((event, index) => ({ ...event, sequence_number: index }));
}

function responsesItem(
  piece: Piece,
  index: number,
  reply: string,
  random: Random,
): Record<string, unknown>[] {
  const item = responsesPiece(piece, `${reply}_${index}`);
  const at = { item_id: item["id"], output_index: index };
  const done = { type: "response.output_item.done", output_index: index, item };
  const added = (empty: Record<string, unknown>) => ({
    type: "response.output_item.added",
    output_index: index,
    item: { ...item, ...empty },
  });
  switch (piece.is) {
    case "thinking": {
      const part = { ...at, summary_index: 0 };
      return [
        added({ summary: [] }),
        { type: "response.reasoning_summary_part.added", ...part, part: { type: "summary_text", text: "" } },
        ...cut(piece.text, random).map((delta) => ({
          type: "response.reasoning_summary_text.delta",
          ...part,
          delta,
        })),
        { type: "response.reasoning_summary_text.done", ...part, text: piece.text },
        {
          type: "response.reasoning_summary_part.done",
          ...part,
          part: { type: "summary_text", text: piece.text },
        },
        done,
      ];
    }
    case "text": {
      const part = { ...at, content_index: 0 };
      const body = { type: "output_text", text: piece.text, annotations: [] };
      return [
        added({ status: "in_progress", content: [] }),
        { type: "response.content_part.added", ...part, part: { ...body, text: "" } },
        ...cut(piece.text, random).map((delta) => ({
          type: "response.output_text.delta",
          ...part,
          delta,
          logprobs: [],
        })),
        { type: "response.output_text.done", ...part, text: piece.text, logprobs: [] },
        { type: "response.content_part.done", ...part, part: body },
        done,
      ];
    }
    case "call": {
      const text = JSON.stringify(piece.input);
      return [
        added({ status: "in_progress", arguments: "" }),
        ...cut(text, random).map((delta) => ({
          type: "response.function_call_arguments.delta",
          ...at,
          delta,
        })),
        { type: "response.function_call_arguments.done", ...at, name: piece.name, arguments: text },
        done,
      ];
    }
  }
}
