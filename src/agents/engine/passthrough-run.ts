import type { IncomingMessage } from "node:http";
import { passthroughRequest, type StreamEvent } from "../../contract/index.ts";
import { Origins, writeConversation } from "../../dialects/index.ts";
import type { RunContext, RunResult } from "../../sidecar/index.ts";
import { boundedText } from "../host/event-size.ts";
import { readAnswer } from "./model/gateway-request.ts";
import type { ModelClient } from "./model/model-client.ts";
import { UsageSum } from "./model/usage-sum.ts";
import { type RawEvent, RawEvents } from "./raw-events.ts";

const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/**
 * Sends the caller's own request to the engine as it is, and reports the answer as it comes: one event for each event of the
 * stream, or one for a whole answer. `ext.raw_text` holds its exact text and `ext.raw_message` the value in it. No tool is run:
 * the tools of the request are the caller's.
 */
export async function runPassthrough(context: RunContext, client: ModelClient): Promise<RunResult> {
  const { workOrder, signal } = context;
  const { body, model } = passthroughRequest(workOrder);
  const answer = await client.send({ path: pathOf(client, workOrder.config.model ?? model), body }, signal);
  const sum = new UsageSum();
  const isStream = answer.headers["content-type"]?.startsWith("text/event-stream") === true;
  if (isStream) await passStream(context, client, answer, sum);
  else await passWhole(context, client, answer, sum);
  return { usage: sum.usage, usageRaw: sum.raw };
}

/** Where a request of the dialect goes. A dialect that names the model in the path says there that the answer is a stream, too. */
function pathOf({ dialect }: ModelClient, model: string | undefined): string {
  const conversation = {
    model: model ?? "",
    system: [],
    tools: [],
    messages: [],
    sampling: {},
    stop: [],
    stream: { enabled: true },
  };
  return writeConversation(conversation, dialect, () => undefined).path;
}

async function passStream(
  { emit }: RunContext,
  { dialect }: ModelClient,
  answer: IncomingMessage,
  sum: UsageSum,
): Promise<void> {
  const raw = new RawEvents();
  const reader = dialect.openReader();
  const seen = new SeenEvents();
  const pass = async (events: readonly RawEvent[]): Promise<void> => {
    for (const { text, data, event } of events) {
      if (data !== undefined) reader.push(data, event, seen.take);
      const value = data === undefined ? {} : { raw_message: jsonOf(data) };
      await emit({
        type: "assistant_delta",
        text: seen.takeText(),
        ext: { ...value, raw_text: boundedText(text) },
      });
    }
  };
  for await (const chunk of answer as AsyncIterable<Buffer>) await pass(raw.push(chunk));
  await pass(raw.end());
  reader.end(seen.take);
  sum.add(seen.usage);
  if (seen.error !== undefined) throw new Error(`the engine's stream failed: ${seen.error}`);
}

async function passWhole(
  { emit }: RunContext,
  { dialect }: ModelClient,
  answer: IncomingMessage,
  sum: UsageSum,
): Promise<void> {
  const raw = (await readAnswer(answer, MAX_ANSWER_BYTES)).toString("utf8");
  const value = jsonOf(raw);
  const { candidates, usage } = dialect.readReply(value, new Origins());
  sum.add(usage);
  const blocks = candidates[0]?.content ?? [];
  const text = blocks.map((block) => (block.type === "text" ? block.text : "")).join("");
  await emit({
    type: "assistant_message",
    text: boundedText(text),
    ext: { raw_message: value, raw_text: boundedText(raw) },
  });
}

/** What the events of a stream say, while they pass. */
class SeenEvents {
  usage: Extract<StreamEvent, { type: "usage" }>["usage"] | undefined;
  error: string | undefined;
  #text = "";

  readonly take = (event: StreamEvent): void => {
    if (event.type === "text_delta" && event.candidate === 0) this.#text += event.text;
    if (event.type === "error") this.error ??= event.message;
    if (event.type === "usage") this.usage = { ...this.usage, ...event.usage };
    if (event.type === "reply_start" && event.usage !== undefined) {
      this.usage = { ...this.usage, ...event.usage };
    }
  };

  takeText(): string {
    const text = this.#text;
    this.#text = "";
    return text;
  }
}

/** The value of a text; the text itself if it is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
