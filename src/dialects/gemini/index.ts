/** The Gemini API, generateContent. */
import type { Dialect, Endpoint } from "../dialect.ts";
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
import { placeHosted } from "./request/hosted-tools.ts";
import { readRequest } from "./request/reader.ts";
import { writeRequest } from "./request/writer.ts";
import { openReader } from "./stream/reader.ts";
import { openWriter } from "./stream/writer.ts";
import { transport } from "./transport.ts";
import { ID } from "./wire.ts";

// The Gemini API, and Vertex AI in its express mode and with a project.
const ROOTS = [
  "/v1beta/models",
  "/v1/models",
  "/v1beta1/publishers/google/models",
  "/v1/publishers/google/models",
  "/v1beta1/projects/:project/locations/:location/publishers/google/models",
  "/v1/projects/:project/locations/:location/publishers/google/models",
];

const endpoints: readonly Endpoint[] = ROOTS.flatMap((root): Endpoint[] => [
  { method: "POST", path: `${root}/:model:generateContent`, operation: "generate", streams: false },
  {
    method: "POST",
    path: `${root}/:model:streamGenerateContent`,
    operation: "generate",
    streams: true,
    eventsQuery: "alt=sse",
  },
  { method: "POST", path: `${root}/:model:countTokens`, operation: "count_tokens" },
  { method: "GET", path: root, operation: "list_models" },
  { method: "GET", path: `${root}/:model`, operation: "get_model" },
]);

/** The dialect of the Gemini API. */
export const gemini: Dialect = {
  id: ID,
  title: "Gemini generateContent",
  endpoints,
  features,
  replyFeatures,
  toolCallIds: undefined,
  fileIssuers: ["google"],
  modelPrefix: "google",
  transport,
  // Cached content may have tools of its own.
  toolMembers: { known: ["tools", "toolConfig", "tool_config"], hidden: ["cachedContent"] },
  modelMembers: [],
  binds,
  issued,
  detect,
  placeHosted,
  readRequest,
  writeRequest,
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
