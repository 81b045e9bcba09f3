import type { AskedReply } from "../../codec/asked-reply.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { echoRequest } from "../reply/request-echo.ts";
import { INCLUDE_SOURCES } from "../wire.ts";

/** What a request asked of its answer: by `include`, by `reasoning.summary`, and what the response repeats. */
export function askedReply(request: Members): AskedReply {
  const { include, reasoning } = request;
  return {
    ...(Array.isArray(include) && include.includes(INCLUDE_SOURCES) ? { searchSources: true } : {}),
    ...(isMembers(reasoning) && typeof reasoning["summary"] === "string" ? { reasoningSummary: true } : {}),
    echo: echoRequest(request),
  };
}
