import { AbpError, type StreamEvent } from "../../../contract/index.ts";
import { parseAsWritten, textOfJson } from "../../../lib/index.ts";
import type { ReplyPlaces, StreamReader } from "../../codec/stream-codec.ts";
import { Cursor } from "../../members/cursor.ts";
import { isMembers, type Members, omitMembers } from "../../members/members.ts";
import { asVendor } from "../../members/own-members.ts";
import { errorCode } from "../errors.ts";
import { readFacts } from "../reply/reader.ts";
import { readStop } from "../reply/stop.ts";
import { readCountedUsage } from "../reply/usage.ts";
import { ID } from "../wire.ts";
import { ItemStream } from "./item-stream.ts";

type Emit = (event: StreamEvent) => void;

/** Reads the events of a streamed response. */
export function openReader(): StreamReader {
  return new ResponseReader();
}

class ResponseReader implements StreamReader {
  readonly #items = new ItemStream();
  readonly places: ReplyPlaces = {
    usage: "$.usage",
    candidate: () => "$",
    block: (_, block) => this.#items.placeOf(block),
  };
  #count = 0;
  #isStarted = false;
  #isOver = false;
  #failure: Members | undefined;

  push(data: string, _event: string | undefined, emit: Emit): void {
    const index = this.#count++;
    // Some servers close with OpenAI's chat marker; anything after the terminal event says nothing about the reply.
    if (this.#isOver || data === "[DONE]") return;
    const event = parseEvent(data, index);
    // The SSE event name is missing on several servers, so the data's own type decides.
    const { type, output_index: place } = event;
    if (typeof place === "number" && typeof type === "string") {
      this.#start({}, emit);
      this.#items.take(event, type, place, emit);
      return;
    }
    this.#takeGeneral(event, type, emit);
  }

  end(emit: Emit): void {
    if (this.#isOver) return;
    this.#start({}, emit);
    this.#isOver = true;
    if (this.#failure === undefined) {
      emit({ type: "error", code: "stream_closed", message: "The stream ended before its terminal event." });
    } else emit(errorEvent(this.#failure));
  }

  #takeGeneral(event: Members, type: unknown, emit: Emit): void {
    switch (type) {
      case "response.created":
        this.#start(event, emit);
        return;
      case "response.in_progress":
        this.#start(event, emit);
        return;
      case "response.completed":
      case "response.incomplete":
      case "response.failed":
      case "response.cancelled":
        this.#start(event, emit);
        this.#finish(event, type, emit);
        return;
      case "error":
        // The failed response that follows holds the usage; without it, the end of the stream tells the error.
        // OpenAI's schema has the members of the error beside the type, and its servers have them in `error`.
        this.#failure =
          typeof event["message"] === "string"
            ? omitMembers(event, "error")
            : isMembers(event["error"])
              ? event["error"]
              : event;
        return;
      case "ping":
      case "keepalive":
        emit({ type: "ping" });
        return;
      default: {
        if (type === undefined && isMembers(event["error"])) {
          this.#failure = event["error"];
          return;
        }
        this.#start(type === "response.queued" ? event : {}, emit);
        emit({ type: "opaque", dialect: ID, kind: textOfJson(type), value: event });
      }
    }
  }

  #start(event: Members, emit: Emit): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    const { response } = event;
    if (!isMembers(response)) {
      emit({ type: "reply_start" });
      return;
    }
    const { vendor, ...facts } = readFacts(new Cursor(response, "$.response"));
    const { status: _, ...members } = vendor?.[ID] ?? {};
    emit({ type: "reply_start", ...facts, ...asVendor(ID, members) });
  }

  #finish(event: Members, type: string, emit: Emit): void {
    const response = isMembers(event["response"]) ? event["response"] : {};
    this.#isOver = true;
    this.#items.finish(response["output"], emit);
    if (isMembers(response["usage"])) {
      const cursor = new Cursor(response["usage"], "$.response.usage");
      emit({ type: "usage", usage: readCountedUsage(cursor, this.#items.searches, response["tools"]) });
    }
    if (type === "response.failed") {
      const finalError = isMembers(response["error"]) ? response["error"] : undefined;
      emit(errorEvent({ ...this.#failure, ...finalError }));
      return;
    }
    const stop = readStop(response, this.#items.summary);
    emit({ type: "candidate_stop", candidate: 0, stop: stop ?? { reason: "other", raw: type } });
    const members: Members = { ...readFacts(new Cursor(response, "$.response")).vendor?.[ID] };
    for (const name of Object.keys(event)) if (!TERMINAL.has(name)) members[name] ??= event[name];
    emit({ type: "reply_stop", ...asVendor(ID, members) });
  }
}

const TERMINAL: ReadonlySet<string> = new Set(["type", "sequence_number", "response", "obfuscation"]);

function parseEvent(data: string, index: number): Members {
  let event: unknown;
  try {
    event = parseAsWritten(data);
  } catch (cause) {
    throw new AbpError("contract_schema_violation", `event ${index} of the stream is not JSON`, {
      where: `event ${index}`,
      details: { event: index },
      cause,
    });
  }
  if (isMembers(event)) return event;
  throw new AbpError("contract_schema_violation", `event ${index} of the stream is no object`, {
    where: `event ${index}`,
    details: { event: index },
  });
}

function errorEvent(failure: Members): StreamEvent {
  const { message, type: _, sequence_number: __, ...rest } = failure;
  const code = failure["code"] ?? failure["type"];
  return {
    type: "error",
    code: errorCode(0, typeof code === "string" ? code : undefined),
    message: typeof message === "string" ? message : "The engine failed in the middle of its answer.",
    ...asVendor(
      ID,
      withoutNull({ ...rest, ...(failure["type"] === "error" ? {} : { type: failure["type"] }) }),
    ),
  };
}

function withoutNull(members: Members): Members {
  const kept: Members = {};
  for (const [name, value] of Object.entries(members)) {
    if (value !== null && value !== undefined) kept[name] = value;
  }
  return kept;
}
