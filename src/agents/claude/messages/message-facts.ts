import type { Usage } from "../../../contract/index.ts";
import type { JsonObject } from "../../../lib/index.ts";
import { isJsonObject } from "../../host/agent-line.ts";
import type { MessageFacts } from "../../host/event-writer.ts";
import { contractUsage } from "../result/usage.ts";

/** The messages of the model that are being written, by the tool call of their sub-agent; "" for the agent itself. */
export class OpenMessages {
  readonly #messages = new Map<string, { readonly raw: JsonObject; isNamed: boolean }>();

  /** Takes the beginning of a message. */
  begin(message: JsonObject, parentId: string | undefined): void {
    this.#messages.set(parentId ?? "", { raw: message, isNamed: false });
  }

  /** The message whose first piece has come; undefined for later pieces. */
  firstPiece(parentId: string | undefined): MessageFacts | undefined {
    const open = this.#messages.get(parentId ?? "");
    if (open === undefined || open.isNamed) return undefined;
    open.isNamed = true;
    return factsOf(open.raw);
  }

  /** What the whole message used; undefined if its beginning was not seen. */
  end(
    event: JsonObject,
    parentId: string | undefined,
  ): (MessageFacts & { readonly stopReason?: string }) | undefined {
    const open = this.#messages.get(parentId ?? "");
    this.#messages.delete(parentId ?? "");
    if (open === undefined || !isJsonObject(event["usage"])) return undefined;
    const before = isJsonObject(open.raw["usage"]) ? open.raw["usage"] : {};
    const facts = factsOf({ ...open.raw, usage: { ...before, ...withoutNulls(event["usage"]) } });
    const reason = isJsonObject(event["delta"]) ? event["delta"]["stop_reason"] : undefined;
    return facts && { ...facts, ...(typeof reason === "string" ? { stopReason: reason } : {}) };
  }
}

/** What a message of the Messages API says of itself. Undefined for a message without id. */
export function factsOf({ id, model, usage }: JsonObject): MessageFacts | undefined {
  if (typeof id !== "string" || typeof model !== "string") return undefined;
  const used: Partial<Usage> = isJsonObject(usage) ? contractUsage(usage) : {};
  return { id, model, usage: used };
}

function withoutNulls(usage: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null));
}
