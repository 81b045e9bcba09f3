import type { Dialect } from "../dialect.ts";
import { openaiEmbeddings } from "../embeddings/openai-embeddings.ts";
import type { ToolMembers } from "../offers/offered-tool.ts";
import { assumed } from "./assumed.ts";
import { echoedSearch } from "./content/echoed-search.ts";
import { detect } from "./detection.ts";
import { readError, writeError } from "./errors.ts";
import { readModels, readTokenCount, writeModel, writeModels, writeTokenCount } from "./models.ts";
import { callMarkers, eventMarkers, observe, observeCalls } from "./observation.ts";
import type { ChatProfile } from "./profile.ts";
import { readReply } from "./reply/reader.ts";
import { writeReply } from "./reply/writer.ts";
import { placeHosted } from "./request/hosted-tools.ts";
import { readRequest } from "./request/reader.ts";
import { required } from "./request/required.ts";
import { writeRequest } from "./request/writer.ts";
import { ChatStreamReader } from "./stream/reader.ts";
import { ChatStreamWriter } from "./stream/writer.ts";
import { chatTransport } from "./transport.ts";
import { DONE } from "./wire.ts";

// Servers of this API switch on tools of their own by members that say nothing of what the tools do.
const toolMembers: ToolMembers = {
  known: ["tools", "functions", "tool_choice", "function_call", "web_search_options"],
  hidden: ["plugins", "search_parameters", "enable_search"],
};

/** Builds a dialect of Chat Completions from its profile. */
export function chatDialect(profile: ChatProfile): Dialect {
  const { id, title, endpoints, features, replyFeatures, toolCallIds, modelPrefix } = profile;
  return {
    id,
    title,

    // The codec.
    readRequest: (body, reading) => readRequest(body, reading, profile),
    writeRequest: (conversation, writing) => writeRequest(conversation, writing, profile),
    required,
    readReply: (body, origins) => readReply(body, origins, profile),
    writeReply: (reply, writing) => writeReply(reply, writing, profile),
    readTokenCount: (body) => readTokenCount(body, profile),
    writeTokenCount: (count) => writeTokenCount(count, profile),
    openReader: () => new ChatStreamReader(profile),
    openWriter: (writing) => new ChatStreamWriter(profile, writing),
    readError: (status, body) => readError(status, body, profile),
    writeError: (failure) => writeError(failure, profile),
    observe: (value, event) => observe(value, event, profile),
    eventMarkers,
    endMark: DONE,
    toolCallIds,
    replyIdPrefix: "chatcmpl-",
    ...(profile.fileIssuers === undefined ? {} : { fileIssuers: profile.fileIssuers }),
    // Every member that only these vendors know tunes the answer and does not hold a part of the question.
    binds: () => false,
    issued: () => false,

    // The vendor's API.
    endpoints,
    transport: chatTransport(profile.ownHeaders),
    detect: (body, hint) => detect(body, hint, profile),
    accountIds: profile.accountIds,
    ...(profile.turnHeaders === undefined ? {} : { turnHeaders: profile.turnHeaders }),
    ...(profile.otherApis === undefined ? {} : { otherApis: profile.otherApis }),

    // The catalogue.
    features,
    replyFeatures,
    assumed,
    modelPrefix,
    readModels: (body) => readModels(body, profile),
    writeModels: (models) => writeModels(models, profile),
    writeModel: (model) => writeModel(model, profile),
    toolMembers,
    // OpenRouter tries these in turn.
    modelPlaces: [["models"], ["fallbacks"], ["fallbacks", "model"], ["plugins", "model"]],
    observeCalls,
    callMarkers,
    placeHosted,
    embeddings: openaiEmbeddings(profile.embeddingsPath),
    ...(profile.echoesSearch === true ? { echoedSearch: echoedSearch(id) } : {}),
  };
}
