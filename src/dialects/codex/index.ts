/** The OpenAI Responses API. */
import type { Dialect } from "../dialect.ts";
import { detect } from "./detection.ts";
import { readError, writeError } from "./errors.ts";
import { features } from "./features.ts";
import { openGrammar } from "./grammar.ts";
import { binds, issued } from "./issuer.ts";
import { readModels, readTokenCount, writeModel, writeModels, writeTokenCount } from "./models.ts";
import { eventMarkers, observe } from "./observation.ts";
import { readReply } from "./reply/reader.ts";
import { writeReply } from "./reply/writer.ts";
import { replyFeatures } from "./reply-features.ts";
import { askedReply } from "./request/asked-reply.ts";
import { placeHosted } from "./request/hosted-tools.ts";
import { readRequest } from "./request/reader.ts";
import { writeRequest } from "./request/writer.ts";
import { SEARCH_PATH, searchDialect } from "./search/search-dialect.ts";
import { state } from "./state.ts";
import { openReader } from "./stream/reader.ts";
import { openWriter } from "./stream/writer.ts";
import { transport } from "./transport.ts";
import { COUNT_PATH, ID, RESPONSES_PATH, TOOL_CALL_ID } from "./wire.ts";

/** The dialect of the OpenAI Responses API. */
export const codex: Dialect = {
  id: ID,
  title: "OpenAI Responses",
  endpoints: [
    { method: "POST", path: RESPONSES_PATH, operation: "generate" },
    { method: "POST", path: COUNT_PATH, operation: "count_tokens" },
    { method: "GET", path: `${RESPONSES_PATH}/:id`, operation: "get_response" },
    { method: "DELETE", path: `${RESPONSES_PATH}/:id`, operation: "delete_response" },
    { method: "POST", path: `${RESPONSES_PATH}/:id/cancel`, operation: "cancel_response" },
    { method: "GET", path: `${RESPONSES_PATH}/:id/input_items`, operation: "list_response_input" },
    { method: "POST", path: SEARCH_PATH, operation: "search", form: searchDialect },
    { method: "GET", path: "/v1/models", operation: "list_models" },
    { method: "GET", path: "/v1/models/:model", operation: "get_model" },
  ],
  features,
  replyFeatures,
  toolCallIds: TOOL_CALL_ID,
  fileIssuers: ["openai"],
  modelPrefix: "openai",
  state,
  transport,
  // A stored prompt may have tools of its own.
  toolMembers: { known: ["tools", "tool_choice"], hidden: ["prompt"] },
  modelMembers: [],
  binds,
  issued,
  detect,
  placeHosted,
  readRequest,
  writeRequest,
  askedReply,
  readReply,
  writeReply,
  openReader,
  openWriter,
  openGrammar,
  observe,
  eventMarkers,
  readError,
  writeError,
  readTokenCount,
  writeTokenCount,
  readModels,
  writeModels,
  writeModel,
};
