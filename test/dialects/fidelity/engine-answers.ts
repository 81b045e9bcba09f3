import type { SceneAnswer } from "../generate.ts";
import { renderReply, renderStream } from "../render-reply.ts";
import type { Json } from "./wire-turns.ts";

/** An answer with a text, in the form of the engine's vendor. */
export function plainAnswer(engine: string, text: string): Json {
  return renderReply(engine, plainScene([{ is: "text", text }], "end"));
}

/** The same as a stream. */
export function plainStream(engine: string, text: string): string {
  return renderStream(engine, plainScene([{ is: "text", text }], "end"), 1);
}

function plainScene(pieces: SceneAnswer["pieces"], ending: SceneAnswer["ending"]): SceneAnswer {
  const usage = { input: 11, output: 7, cacheRead: 3, reasoning: 0 };
  return { id: "reply_1", model: "m", pieces, ending, usage };
}

/** The words for an end in each vendor's answers: usual ones, rare ones, and one that nobody knows. */
export const endings: Readonly<Record<string, readonly string[]>> = {
  claude: [
    "end_turn",
    "max_tokens",
    "stop_sequence",
    "pause_turn",
    "refusal",
    "model_context_window_exceeded",
    "odd_end",
  ],
  openai: ["stop", "length", "content_filter", "odd_end"],
  kimi: ["stop", "length", "content_filter", "odd_end"],
  copilot: ["stop", "length", "content_filter", "odd_end"],
  codex: ["completed", "max_output_tokens", "content_filter"],
  gemini: ["STOP", "MAX_TOKENS", "SAFETY", "RECITATION", "LANGUAGE", "MALFORMED_FUNCTION_CALL", "ODD_END"],
};

/** The answer with that end. */
export function withEnding(engine: string, answer: Json, ending: string): Json {
  switch (engine) {
    case "claude":
      return { ...answer, stop_reason: ending };
    case "codex":
      return ending === "completed"
        ? answer
        : { ...answer, status: "incomplete", incomplete_details: { reason: ending } };
    case "gemini": {
      const [candidate] = answer["candidates"] as Json[];
      return { ...answer, candidates: [{ ...candidate, finishReason: ending }] };
    }
    default: {
      const [choice] = answer["choices"] as Json[];
      return { ...answer, choices: [{ ...choice, finish_reason: ending }] };
    }
  }
}

/** A stream of that text whose vendor gives that end; undefined if the stream says it elsewhere. */
export function streamWithEnding(engine: string, text: string, ending: string): string | undefined {
  if (engine === "codex") return undefined;
  return endedWith(renderStream(engine, plainScene([{ is: "text", text }], "end"), 1), ending);
}

/** The stream with another word for its end. */
export function endedWith(stream: string, ending: string): string {
  return stream.replace(/"(stop_reason|finish_reason|finishReason)":"\w+"/, `"$1":"${ending}"`);
}

/** An answer with a call of the tool `f`, whole and streamed. */
export function callAnswers(engine: string): [whole: Json, stream: string] {
  const scene = plainScene([{ is: "call", id: "call_1", name: "f", input: { a: "b" } }], "tools");
  return [renderReply(engine, scene), renderStream(engine, scene, 1)];
}

/** An answer of a model that ran code: what it ran, and what came of it. Undefined for an engine that runs none. */
export function codeAnswer(engine: string, code: string, output: string): Json | undefined {
  const answer = plainAnswer(engine, "It is done.");
  switch (engine) {
    case "claude":
      return {
        ...answer,
        content: [
          { type: "server_tool_use", id: "srvtoolu_1", name: "code_execution", input: { code } },
          {
            type: "code_execution_tool_result",
            tool_use_id: "srvtoolu_1",
            content: {
              type: "code_execution_result",
              stdout: output,
              stderr: "",
              return_code: 0,
              content: [],
            },
          },
          ...(answer["content"] as Json[]),
        ],
      };
    case "codex":
      return {
        ...answer,
        output: [
          {
            type: "code_interpreter_call",
            id: "ci_1",
            status: "completed",
            container_id: "cntr_1",
            code,
            outputs: [{ type: "logs", logs: output }],
          },
          ...(answer["output"] as Json[]),
        ],
      };
    case "gemini": {
      const [candidate] = answer["candidates"] as Json[];
      const content = candidate!["content"] as Json;
      const parts = [
        { executableCode: { language: "PYTHON", code } },
        { codeExecutionResult: { outcome: "OUTCOME_OK", output } },
        ...(content["parts"] as Json[]),
      ];
      return { ...answer, candidates: [{ ...candidate, content: { ...content, parts } }] };
    }
    default:
      return undefined;
  }
}

/** An answer in which the model refuses; undefined for a vendor whose answers have no such part. */
export function refusal(engine: string, text: string): Json | undefined {
  const answer = plainAnswer(engine, "x");
  if (engine === "openai" || engine === "copilot") {
    const [choice] = answer["choices"] as Json[];
    return {
      ...answer,
      choices: [{ ...choice, message: { role: "assistant", content: null, refusal: text } }],
    };
  }
  if (engine !== "codex") return undefined;
  const [message] = answer["output"] as Json[];
  return { ...answer, output: [{ ...message, content: [{ type: "refusal", refusal: text }] }] };
}
