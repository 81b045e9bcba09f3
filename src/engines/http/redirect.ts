import type { AbpError } from "../../contract/index.ts";
import { engineError } from "../failure/transport-failure.ts";

/** The error of an engine that answers with a redirect. Engines follow none: the target could be any host. */
export function redirectError(engine: string, status: number, location: string): AbpError {
  return engineError("engine_redirected", engine, "answered with a redirect", {
    reason: String(status),
    cause: new Error(`redirected to ${trimLocation(location)}`),
  });
}

// A location may carry a token in its query or a password before its host.
function trimLocation(location: string): string {
  const url = URL.parse(location, "http://base.invalid");
  if (url === null) return "something that is not a URL";
  return url.hostname === "base.invalid" ? url.pathname : url.origin + url.pathname;
}
