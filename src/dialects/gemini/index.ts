/** The Gemini API, generateContent. */

import type { Dialect } from "../dialect.ts";
import { assumed } from "./assumed.ts";
import { detect } from "./detection.ts";
import { embeddings } from "./embeddings.ts";
import { endpoints } from "./endpoints.ts";
import { readError, writeError } from "./errors.ts";
import { features } from "./features.ts";
import { binds, issued } from "./issuer.ts";
import { readModels, readTokenCount, writeModel, writeModels, writeTokenCount } from "./models.ts";
import { callMarkers, eventMarkers, observe, observeCalls } from "./observation.ts";
import { readReply } from "./reply/reader.ts";
import { writeReply } from "./reply/writer.ts";
import { replyFeatures } from "./reply-features.ts";
import { placeHosted } from "./request/hosted-tools.ts";
import { readRequest } from "./request/reader.ts";
import { required } from "./request/required.ts";
import { vertex } from "./request/vertex.ts";
import { writeRequest } from "./request/writer.ts";
import { accountIds } from "./resources/account-ids.ts";
import { openReader } from "./stream/reader.ts";
import { openWriter } from "./stream/writer.ts";
import { transport } from "./transport.ts";
import { ID } from "./wire.ts";

/** The dialect of the Gemini API. */
export const gemini: Dialect = {
  id: ID,
  title: "Gemini generateContent",
  endpoints,
  embeddings,
  features,
  replyFeatures,
  assumed,
  toolCallIds: undefined,
  fileIssuers: ["google"],
  modelPrefix: "google",
  replyIdPrefix: "",
  transport,
  vertex,
  // Cached content may have tools of its own.
  accountIds,
  toolMembers: { known: ["tools", "toolConfig", "tool_config"], hidden: ["cachedContent"] },
  modelPlaces: [
    ["tools", "model"],
    ["googleSearch", "model"],
  ],
  required,
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
  observe,
  eventMarkers,
  observeCalls,
  callMarkers,
  readError,
  writeError,
  readTokenCount,
  writeTokenCount,
  readModels,
  writeModels,
  writeModel,
};
