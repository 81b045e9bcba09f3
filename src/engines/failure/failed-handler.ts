import { AbpError } from "../../contract/index.ts";
import type { UpstreamHandler } from "../engine.ts";

/** The error of a call whose handler threw while it received the answer. */
export function handlerError(engine: string, cause: unknown): AbpError {
  return new AbpError(
    "internal",
    `engine ${JSON.stringify(engine)} was given up because its answer could not be handled`,
    { details: { engine }, cause },
  );
}

/** Tells a handler that its call failed. A handler that throws even then must not stop the calls of others. */
export function notifyFailure(handler: UpstreamHandler, error: AbpError): void {
  try {
    handler.onFailure(error);
  } catch (thrown) {
    process.emitWarning(thrown instanceof Error ? thrown : String(thrown));
  }
}
