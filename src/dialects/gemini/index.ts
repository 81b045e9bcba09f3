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

  // The codec.
  readRequest,
  writeRequest,
  required,
  readReply,
  writeReply,
  readTokenCount,
  writeTokenCount,
  openReader,
  openWriter,
  readError,
  writeError,
  observe,
  eventMarkers,
  toolCallIds: undefined,
  replyIdPrefix: "",
  fileIssuers: ["google"],
  binds,
  issued,

  // The vendor's API.
  endpoints,
  transport,
  detect,
  accountIds,
  vertex,

  // The catalogue.
  features,
  replyFeatures,
  assumed,
  modelPrefix: "google",
  readModels,
  writeModels,
  writeModel,
  // Cached content may have tools of its own.
  toolMembers: { known: ["tools", "toolConfig", "tool_config"], hidden: ["cachedContent"] },
  modelPlaces: [
    ["tools", "model"],
    ["googleSearch", "model"],
  ],
  observeCalls,
  callMarkers,
  placeHosted,
  embeddings,
};
