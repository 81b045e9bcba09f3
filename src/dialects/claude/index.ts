/** The Anthropic Messages API. */

import type { Dialect } from "../dialect.ts";
import { accountIds } from "./account-ids.ts";
import { assumed } from "./assumed.ts";
import { cacheMinimum } from "./content/cache-minimum.ts";
import { isMintedSearch } from "./content/minted-search.ts";
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
import { placeHosted } from "./request/hosted-tools.ts";
import { readRequest } from "./request/reader.ts";
import { required } from "./request/required.ts";
import { vertex } from "./request/vertex.ts";
import { writeRequest } from "./request/writer.ts";
import { openReader } from "./stream/reader.ts";
import { openWriter } from "./stream/writer.ts";
import { threads } from "./threads/codec.ts";
import { transport } from "./transport.ts";
import { ID, TOOL_CALL_ID } from "./wire.ts";

/** The dialect of the Anthropic Messages API. */
export const claude: Dialect = {
  id: ID,
  title: "Anthropic Messages",

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
  startsWithUsage: true,
  readError,
  writeError,
  observe,
  eventMarkers,
  toolCallIds: TOOL_CALL_ID,
  replyIdPrefix: "msg_",
  binds,
  issued,
  isMinted: isMintedSearch,

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
  modelPrefix: "anthropic",
  readModels,
  writeModels,
  writeModel,
  promptCache: { marks: 4, minTokens: cacheMinimum },
  toolMembers: {
    known: ["tools", "tool_choice", "mcp_servers"],
    hidden: [],
    servers: "mcp_servers",
    namesOfType: { text_editor: ["str_replace_editor", "str_replace_based_edit_tool"] },
  },
  // Of the advisor, and of the models that answer if the first one does not.
  modelPlaces: [["tools", "model"], ["fallbacks"], ["fallbacks", "model"], ["fallback_models"]],
  observeCalls,
  callMarkers,
  placeHosted,

  // What the vendor keeps.
  threads,
};
