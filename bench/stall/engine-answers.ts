/** What an engine of each dialect answers: a short text, or a picture. */
const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
const claudeUsage = { input_tokens: 1, output_tokens: 1 };
const codexUsage = { ...claudeUsage, total_tokens: 2 };

const chat = {
  id: "c",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices: [{ index: 0, message: { role: "assistant", content: "ok" }, finish_reason: "stop" }],
  usage,
};

const claude = {
  id: "msg",
  type: "message",
  role: "assistant",
  model: "m",
  content: [{ type: "text", text: "ok" }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: claudeUsage,
};

const codexMessage = {
  type: "message",
  id: "msg_1",
  status: "completed",
  role: "assistant",
  content: [{ type: "output_text", text: "ok", annotations: [] }],
};
const codex = (output: readonly object[], status = "completed"): object => ({
  id: "resp_1",
  object: "response",
  created_at: 1,
  status,
  model: "m",
  output,
  usage: codexUsage,
});

const gemini = (parts: readonly object[]): object => ({
  candidates: [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  modelVersion: "m",
});

/** The short answer to a request at a path. */
export function shortAnswer(path: string): object {
  if (path.includes("/messages")) return path.includes("count_tokens") ? { input_tokens: 1 } : claude;
  if (path.includes("/responses")) return codex([codexMessage]);
  if (path.includes(":"))
    return path.includes(":countTokens") ? { totalTokens: 1 } : gemini([{ text: "ok" }]);
  return chat;
}

const picture = (bytes: number): string => "iVBORw0K".repeat(Math.floor(bytes / 8));
const geminiPicture = (bytes: number): object =>
  gemini([{ inlineData: { mimeType: "image/png", data: picture(bytes) } }]);
const codexPicture = (bytes: number): object => ({
  type: "image_generation_call",
  id: "ig_1",
  status: "completed",
  result: picture(bytes),
});

/** The answer with a picture: of Gemini, or of Responses. */
export function pictureAnswer(path: string, bytes: number): object {
  return path.includes("/responses") ? codex([codexPicture(bytes)]) : geminiPicture(bytes);
}

/** The same as a stream in which one event has the picture. */
export function pictureStream(path: string, bytes: number): string {
  if (!path.includes("/responses")) return writeEvents([geminiPicture(bytes)]);
  const item = codexPicture(bytes);
  const events = [
    { type: "response.created", response: codex([], "in_progress") },
    {
      type: "response.output_item.added",
      output_index: 0,
      item: { ...item, status: "in_progress", result: null },
    },
    { type: "response.output_item.done", output_index: 0, item },
    { type: "response.completed", response: codex([codexMessage]) },
  ];
  return writeEvents(events.map((event, sequence_number) => ({ ...event, sequence_number })));
}

function writeEvents(events: readonly object[]): string {
  return events
    .map((event) => {
      const name = "type" in event ? `event: ${String(event.type)}\n` : "";
      return `${name}data: ${JSON.stringify(event)}\n\n`;
    })
    .join("");
}
