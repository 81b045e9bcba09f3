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
    endpoints,
    embeddings: openaiEmbeddings(profile.embeddingsPath),
    features,
    replyFeatures,
    assumed,
    toolCallIds,
    ...(profile.fileIssuers === undefined ? {} : { fileIssuers: profile.fileIssuers }),
    modelPrefix,
    replyIdPrefix: "chatcmpl-",
    transport: chatTransport(profile.ownHeaders),
    ...(profile.otherApis === undefined ? {} : { otherApis: profile.otherApis }),
    ...(profile.turnHeaders === undefined ? {} : { turnHeaders: profile.turnHeaders }),
    accountIds: profile.accountIds,
    toolMembers,
    ...(profile.echoesSearch === true ? { echoedSearch: echoedSearch(id) } : {}),
    // OpenRouter tries these in turn.
    modelPlaces: [["models"], ["fallbacks"], ["fallbacks", "model"], ["plugins", "model"]],
    required,
    // Every member that only these vendors know tunes the answer and does not hold a part of the question.
    binds: () => false,
    issued: () => false,
    detect: (body, hint) => detect(body, hint, profile),
    placeHosted,
    readRequest: (body, reading) => readRequest(body, reading, profile),
    writeRequest: (conversation, writing) => writeRequest(conversation, writing, profile),
    readReply: (body, origins) => readReply(body, origins, profile),
    writeReply: (reply, writing) => writeReply(reply, writing, profile),
    openReader: () => new ChatStreamReader(profile),
    openWriter: (writing) => new ChatStreamWriter(profile, writing),
    observe: (value, event) => observe(value, event, profile),
    eventMarkers,
    endMark: DONE,
    observeCalls,
    callMarkers,
    readError: (status, body) => readError(status, body, profile),
    writeError: (failure) => writeError(failure, profile),
    readTokenCount: (body) => readTokenCount(body, profile),
    writeTokenCount: (count) => writeTokenCount(count, profile),
    readModels: (body) => readModels(body, profile),
    writeModels: (models) => writeModels(models, profile),
    writeModel: (model) => writeModel(model, profile),
  };
}
