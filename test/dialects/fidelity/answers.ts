import { answers as answerWhole, streams } from "../../../src/gateway/fixtures/scripted-engine.ts";
import { serveCall } from "../../../src/gateway/fixtures/served-call.ts";
import { parseExactly, wordsOf } from "../oracle/exact.ts";
import { framesOf } from "../oracle/index.ts";
import type { Json } from "./wire-turns.ts";

const ask = { role: "user", content: "What now?" };
const schema = { type: "object", properties: {} };

/** A plain question of a caller, with one tool, and where it is sent. */
export function question(dialect: string, isStream: boolean, model?: string): { path: string; body: Json } {
  switch (dialect) {
    case "claude":
      return {
        path: "/v1/messages",
        body: {
          model: model ?? "m",
          max_tokens: 4000,
          messages: [ask],
          tools: [{ name: "f", input_schema: schema }],
          ...(model !== undefined ? { tool_choice: { type: "any" } } : {}),
          stream: isStream,
        },
      };
    case "codex":
      return {
        path: "/v1/responses",
        body: {
          model: model ?? "m",
          input: "What now?",
          tools: [{ type: "function", name: "f", parameters: schema, strict: false }],
          ...(model !== undefined ? { tool_choice: "required" } : {}),
          stream: isStream,
        },
      };
    case "gemini":
      return {
        path: `/v1beta/models/${model ?? "m"}:${isStream ? "streamGenerateContent?alt=sse" : "generateContent"}`,
        body: {
          contents: [{ role: "user", parts: [{ text: "What now?" }] }],
          tools: [{ functionDeclarations: [{ name: "f", parameters: schema }] }],
          ...(model !== undefined ? { toolConfig: { functionCallingConfig: { mode: "ANY" } } } : {}),
        },
      };
    default:
      return {
        path: dialect === "copilot" ? "/chat/completions" : "/v1/chat/completions",
        body: {
          model: model ?? "m",
          messages: [ask],
          tools: [{ type: "function", function: { name: "f", parameters: schema } }],
          ...(model !== undefined ? { tool_choice: "required" } : {}),
          stream: isStream,
        },
      };
  }
}

/** What a caller received. */
export interface Received {
  readonly status: number | undefined;
  readonly body: Json;
  /** Every word of it, with those of streamed pieces put together. */
  readonly words: string;
  /** What the header, or behind a stream the trailer, names as lost or changed. */
  readonly header: string;
  /** The places where the receipt names a change of the end of the answer. */
  readonly endPlaces: readonly string[];
  /** What the receipt warns of. */
  readonly warnings: string;
}

/** Lets an engine of one dialect answer a caller of another: a whole body, or the text of a stream. */
export async function received(
  caller: string,
  engine: string,
  answer: Json | string,
  forcedModel?: string,
): Promise<Received> {
  const isStream = typeof answer === "string";
  const { path, body } = question(caller, isStream, forcedModel);
  const script = isStream ? streams(answer) : answerWhole(200, answer);
  const headers = caller === "kimi" ? ["user-agent", "KimiCLI/1"] : [];
  const { sink, receipt } = await serveCall(engine, script, path, body, { headers });
  const entries = (receipt.mapping ?? []).flatMap((one) => one.entries);
  const header = [sink.header("x-abp-loss") ?? "", sink.trailers["x-abp-loss"] ?? ""].join("\n");
  return {
    status: sink.status,
    body: isStream ? {} : (parseExactly(sink.text) as Json),
    words: isStream ? streamedWords(sink.text) : wordsOf(parseExactly(sink.text)),
    header,
    endPlaces: entries.flatMap(({ feature = "", path: place }) =>
      /^stop/.test(feature) || /stop|finish|incomplete|status/i.test(place) ? [place] : [],
    ),
    warnings: (receipt.observed?.warnings ?? []).join("\n"),
  };
}

// Pieces of one text follow each other in the members that have pieces.
function streamedWords(stream: string): string {
  let pieces = "";
  const whole: string[] = [];
  const visit = (value: unknown, name: string): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, name);
    else if (typeof value === "object" && value !== null)
      for (const [member, item] of Object.entries(value)) visit(item, member);
    else if (typeof value === "string" && PIECES.has(name)) pieces += value;
  };
  for (const { data } of framesOf(stream)) {
    if (!data.startsWith("{")) continue;
    const value = parseExactly(data);
    visit(value, "");
    whole.push(wordsOf(value));
  }
  return [pieces, ...whole].join("\n");
}

const PIECES: ReadonlySet<string> = new Set([
  "partial_json",
  "arguments",
  "delta",
  "text",
  "content",
  "refusal",
]);
