import type { Picture, Piece, Result, Scene, Turn } from "./generate.ts";

/** A request as a caller of the dialect would send it. */
export interface RenderedRequest {
  readonly body: Record<string, unknown>;
  /** What the path says, for the dialect that keeps it there. */
  readonly reading: { readonly model?: string; readonly stream?: boolean };
}

/** Puts a scene into a dialect's wire format, from the vendor's documents and without the code under test. */
export function renderRequest(dialect: string, scene: Scene): RenderedRequest {
  switch (dialect) {
    case "claude":
      return { body: claudeRequest(scene), reading: {} };
    case "codex":
      return { body: responsesRequest(scene), reading: {} };
    case "gemini":
      return { body: geminiRequest(scene), reading: { model: scene.model, stream: scene.stream } };
    default:
      return { body: chatRequest(scene, dialect), reading: {} };
  }
}

/** Whether the dialect's requests can hold the thinking of earlier turns. */
export function carriesThinking(dialect: string): boolean {
  return dialect !== "openai" && dialect !== "copilot";
}

function claudeRequest(scene: Scene): Record<string, unknown> {
  const { choice, parallel } = scene;
  const flag = parallel === undefined ? {} : { disable_parallel_tool_use: !parallel };
  const named = typeof choice === "object" ? { type: "tool", name: choice.tool } : undefined;
  const chosen = named ?? { type: choice === "required" ? "any" : (choice ?? "auto") };
  return {
    model: scene.model,
    max_tokens: scene.max,
    ...(scene.system.length === 0 ? {} : { system: scene.system.map((text) => ({ type: "text", text })) }),
    ...(scene.tools.length === 0
      ? {}
      : {
          tools: scene.tools.map(({ name, description, schema }) => ({
            name,
            description,
            input_schema: schema,
          })),
        }),
    ...(choice === undefined && parallel === undefined
      ? {}
      : { tool_choice: chosen.type === "none" ? chosen : { ...chosen, ...flag } }),
    messages: scene.turns.map(claudeTurn),
    ...optional({ temperature: scene.temperature, top_p: scene.topP, stop_sequences: scene.stop }),
    ...(scene.schema === undefined
      ? {}
      : { output_config: { format: { type: "json_schema", schema: scene.schema } } }),
    stream: scene.stream,
  };
}

function claudeTurn(turn: Turn): Record<string, unknown> {
  switch (turn.who) {
    case "user":
      return { role: "user", content: turn.parts.map(claudePart) };
    case "assistant":
      return { role: "assistant", content: turn.pieces.map(claudePiece) };
    case "tools":
      return {
        role: "user",
        content: turn.results.map(({ id, text, picture, isError }) => ({
          type: "tool_result",
          tool_use_id: id,
          content: [claudePart(text), ...(picture === undefined ? [] : [claudePart(picture)])],
          ...(isError === true ? { is_error: true } : {}),
        })),
      };
  }
}

function claudePart(part: string | Picture): Record<string, unknown> {
  if (typeof part === "string") return { type: "text", text: part };
  return { type: "image", source: { type: "base64", media_type: part.mediaType, data: part.data } };
}

/** A piece of a model's turn as the Messages API has it. */
export function claudePiece(piece: Piece): Record<string, unknown> {
  switch (piece.is) {
    case "thinking":
      return { type: "thinking", thinking: piece.text, signature: piece.signature };
    case "text":
      return { type: "text", text: piece.text };
    case "call":
      return { type: "tool_use", id: piece.id, name: piece.name, input: piece.input };
  }
}

function chatRequest(scene: Scene, dialect: string): Record<string, unknown> {
  const { choice } = scene;
  const named = typeof choice === "object" ? { type: "function", function: { name: choice.tool } } : choice;
  return {
    model: scene.model,
    messages: [
      ...scene.system.map((content) => ({ role: "system", content })),
      ...scene.turns.flatMap((turn) => chatTurn(turn, dialect)),
    ],
    ...(scene.tools.length === 0
      ? {}
      : {
          tools: scene.tools.map(({ name, description, schema }) => ({
            type: "function",
            function: { name, description, parameters: schema },
          })),
        }),
    ...optional({
      tool_choice: named,
      parallel_tool_calls: scene.parallel,
      [dialect === "openai" ? "max_completion_tokens" : "max_tokens"]: scene.max,
      temperature: scene.temperature,
      top_p: scene.topP,
      stop: scene.stop,
    }),
    ...(scene.schema === undefined
      ? {}
      : {
          response_format: {
            type: "json_schema",
            json_schema: { name: "verdict", schema: scene.schema, strict: true },
          },
        }),
    stream: scene.stream,
    ...(scene.stream ? { stream_options: { include_usage: true } } : {}),
  };
}

function chatTurn(turn: Turn, dialect: string): Record<string, unknown>[] {
  switch (turn.who) {
    case "user": {
      const [first, ...more] = turn.parts;
      const name = turn.name === undefined ? {} : { name: turn.name };
      if (more.length === 0 && typeof first === "string") return [{ role: "user", content: first, ...name }];
      return [{ role: "user", content: turn.parts.map(chatPart), ...name }];
    }
    case "assistant":
      return [{ role: "assistant", ...chatPieces(turn.pieces, dialect) }];
    case "tools":
      return turn.results.map((result) => ({
        role: "tool",
        tool_call_id: result.id,
        content: result.isError === true ? `Error: ${result.text}` : result.text,
      }));
  }
}

/** A model's turn as the members of a chat message. */
export function chatPieces(pieces: readonly Piece[], dialect: string): Record<string, unknown> {
  const texts = pieces.flatMap((piece) => (piece.is === "text" ? [piece.text] : []));
  const thoughts = pieces.flatMap((piece) => (piece.is === "thinking" ? [piece.text] : []));
  const calls = pieces.flatMap((piece) => (piece.is === "call" ? [piece] : []));
  return {
    content: texts.length === 0 ? null : texts.join(""),
    ...(thoughts.length === 0 || !carriesThinking(dialect) ? {} : { reasoning_content: thoughts.join("") }),
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map(({ id, name, input }) => ({
            id,
            type: "function",
            function: { name, arguments: JSON.stringify(input) },
          })),
        }),
  };
}

function chatPart(part: string | Picture): Record<string, unknown> {
  if (typeof part === "string") return { type: "text", text: part };
  return { type: "image_url", image_url: { url: `data:${part.mediaType};base64,${part.data}` } };
}

function responsesRequest(scene: Scene): Record<string, unknown> {
  const { choice } = scene;
  return {
    model: scene.model,
    ...(scene.system[0] === undefined ? {} : { instructions: scene.system[0] }),
    input: [
      ...scene.system.slice(1).map((text) => ({
        type: "message",
        role: "developer",
        content: [{ type: "input_text", text }],
      })),
      ...scene.turns.flatMap(responsesTurn),
    ],
    ...(scene.tools.length === 0
      ? {}
      : {
          tools: scene.tools.map(({ name, description, schema }) => ({
            type: "function",
            name,
            description,
            parameters: schema,
            strict: false,
          })),
        }),
    ...optional({
      tool_choice: typeof choice === "object" ? { type: "function", name: choice.tool } : choice,
      parallel_tool_calls: scene.parallel,
      max_output_tokens: scene.max,
      temperature: scene.temperature,
      top_p: scene.topP,
    }),
    ...(scene.schema === undefined
      ? {}
      : { text: { format: { type: "json_schema", name: "verdict", schema: scene.schema, strict: true } } }),
    stream: scene.stream,
    store: false,
  };
}

function responsesTurn(turn: Turn, index: number): Record<string, unknown>[] {
  switch (turn.who) {
    case "user":
      return [{ type: "message", role: "user", content: turn.parts.map(responsesPart) }];
    case "assistant":
      return turn.pieces.map((piece, place) => responsesPiece(piece, `${index}_${place}`));
    case "tools":
      return turn.results.map(({ id, text, picture }: Result) => ({
        type: "function_call_output",
        call_id: id,
        output: picture === undefined ? text : [responsesPart(text), responsesPart(picture)],
      }));
  }
}

/** A piece of a model's turn as an item of the Responses API. */
export function responsesPiece(piece: Piece, place: string): Record<string, unknown> {
  switch (piece.is) {
    case "thinking":
      return {
        type: "reasoning",
        id: `rs_${place}`,
        summary: [{ type: "summary_text", text: piece.text }],
        encrypted_content: piece.signature,
      };
    case "text":
      return {
        type: "message",
        id: `msg_${place}`,
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: piece.text, annotations: [] }],
      };
    case "call":
      return {
        type: "function_call",
        id: `fc_${place}`,
        call_id: piece.id,
        name: piece.name,
        arguments: JSON.stringify(piece.input),
        status: "completed",
      };
  }
}

function responsesPart(part: string | Picture): Record<string, unknown> {
  if (typeof part === "string") return { type: "input_text", text: part };
  return { type: "input_image", image_url: `data:${part.mediaType};base64,${part.data}` };
}

function geminiRequest(scene: Scene): Record<string, unknown> {
  const { choice } = scene;
  const mode = typeof choice === "object" || choice === "required" ? "ANY" : choice?.toUpperCase();
  const config = optional({
    maxOutputTokens: scene.max,
    temperature: scene.temperature,
    topP: scene.topP,
    stopSequences: scene.stop,
    ...(scene.schema === undefined
      ? {}
      : { responseMimeType: "application/json", responseJsonSchema: scene.schema }),
  });
  return {
    ...(scene.system.length === 0
      ? {}
      : { systemInstruction: { parts: scene.system.map((text) => ({ text })) } }),
    ...(scene.tools.length === 0
      ? {}
      : {
          tools: [
            {
              functionDeclarations: scene.tools.map(({ name, description, schema }) => ({
                name,
                description,
                parametersJsonSchema: schema,
              })),
            },
          ],
        }),
    ...(mode === undefined
      ? {}
      : {
          toolConfig: {
            functionCallingConfig: {
              mode,
              ...(typeof choice === "object" ? { allowedFunctionNames: [choice.tool] } : {}),
            },
          },
        }),
    contents: scene.turns.map(geminiTurn),
    generationConfig: config,
  };
}

function geminiTurn(turn: Turn): Record<string, unknown> {
  switch (turn.who) {
    case "user":
      return { role: "user", parts: turn.parts.map(geminiPart) };
    case "assistant":
      return { role: "model", parts: turn.pieces.map(geminiPiece) };
    case "tools":
      return {
        role: "user",
        parts: turn.results.map(({ id, name, text, isError }) => ({
          functionResponse: { id, name, response: isError === true ? { error: text } : { output: text } },
        })),
      };
  }
}

/** A piece of a model's turn as a part of Gemini's content. */
export function geminiPiece(piece: Piece): Record<string, unknown> {
  switch (piece.is) {
    case "thinking":
      return { text: piece.text, thought: true };
    case "text":
      return { text: piece.text };
    case "call":
      return { functionCall: { id: piece.id, name: piece.name, args: piece.input } };
  }
}

function geminiPart(part: string | Picture): Record<string, unknown> {
  if (typeof part === "string") return { text: part };
  return { inlineData: { mimeType: part.mediaType, data: part.data } };
}

function optional(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
