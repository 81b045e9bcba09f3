/** The OpenAI Responses API. */

import type { Dialect } from "../dialect.ts";
import { openaiEmbeddings } from "../embeddings/openai-embeddings.ts";
import { responsesIds } from "../endpoints/openai-ids.ts";
import { assumed } from "./assumed.ts";
import { detect } from "./detection.ts";
import { endpoints } from "./endpoints.ts";
import { readError, writeError } from "./errors.ts";
import { features } from "./features.ts";
import { binds, issued } from "./issuer.ts";
import { readModels, readTokenCount, writeModel, writeModels, writeTokenCount } from "./models.ts";
import { callMarkers, eventMarkers, observe, observeCalls } from "./observation.ts";
import { readReply } from "./reply/reader.ts";
import { writeReply } from "./reply/writer.ts";
import { replyFeatures } from "./reply-features.ts";
import { askedReply } from "./request/asked-reply.ts";
import { placeHosted } from "./request/hosted-tools.ts";
import { readRequest } from "./request/reader.ts";
import { required } from "./request/required.ts";
import { refuseUnpaired } from "./request/unpaired-output.ts";
import { withoutStorage } from "./request/unstored.ts";
import { writeRequest } from "./request/writer.ts";
import { state } from "./state/codec.ts";
import { openReader } from "./stream/reader.ts";
import { openWriter } from "./stream/writer.ts";
import { transport } from "./transport.ts";
import { ID, TOOL_CALL_ID } from "./wire.ts";

/** The dialect of the OpenAI Responses API. */
export const codex: Dialect = {
  id: ID,
  title: "OpenAI Responses",

  // The codec.
  readRequest,
  checkRequest: refuseUnpaired,
  writeRequest,
  withoutStorage,
  askedReply,
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
  toolCallIds: TOOL_CALL_ID,
  replyIdPrefix: "resp_",
  fileIssuers: ["openai"],
  binds,
  issued,

  // The vendor's API.
  endpoints,
  transport,
  detect,
  accountIds: responsesIds,

  // The catalogue.
  features,
  replyFeatures,
  assumed,
  modelPrefix: "openai",
  readModels,
  writeModels,
  writeModel,
  // A stored prompt may have tools of its own.
  toolMembers: { known: ["tools", "tool_choice"], hidden: ["prompt"] },
  // Of pictures that a tool makes, of what is heard, and of graders.
  modelPlaces: [
    ["tools", "model"],
    ["transcription", "model"],
    ["input_audio_transcription", "model"],
    ["fallbacks"],
  ],
  observeCalls,
  callMarkers,
  placeHosted,
  embeddings: openaiEmbeddings("/v1/embeddings"),

  // What the vendor keeps.
  state,
};
