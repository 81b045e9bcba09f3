import { AbpError } from "../errors/abp-error.ts";
import type { WorkOrder } from "./work-order.ts";

/** The caller's own request, as it goes to the engine. */
export interface PassthroughRequest {
  readonly body: string;
  /** The model that it names; undefined if its dialect names it in the path. */
  readonly model: string | undefined;
}

/**
 * The request of an order in passthrough mode, from `config.vendor.abp.request`: an object, or a text that goes out byte for byte.
 * Throws `validation_failed` for anything else.
 *
 * @example
 * import { passthroughRequest } from "agent-backplane/contract";
 * const request = passthroughRequest(order);
 */
export function passthroughRequest({ id, config }: Pick<WorkOrder, "id" | "config">): PassthroughRequest {
  const settings = config.vendor["abp"];
  const request = isObject(settings) ? settings["request"] : undefined;
  const value = typeof request === "string" ? parse(request) : request;
  if (!isObject(value)) {
    throw new AbpError(
      "validation_failed",
      "$.config.vendor.abp.request is no request: passthrough needs an object, or the text of one",
      { where: `work order ${id}` },
    );
  }
  const { model } = value;
  return {
    body: typeof request === "string" ? request : JSON.stringify(request),
    model: typeof model === "string" ? model : undefined,
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
