import { describe } from "vitest";
import {
  listAssumed,
  listFacts,
  listFeatureSupport,
  listReplyFeatureSupport,
} from "../fixtures/dialect-facts.ts";
import { describeForms } from "../fixtures/forms.ts";
import { gemini } from "./index.ts";

describe("the dialect gemini", () => {
  describeForms(
    "has its facts",
    listFacts(gemini),
    `
    id: "gemini"
    title: "Gemini generateContent"
    required: {"turns":"contents","limits":[["generationConfig","maxOutputTokens"],["generation_config","max_output_tokens"]]}
    eventMarkers: ["\\"usageMetadata\\"","\\"finishReason\\"","\\"promptFeedback\\"","\\"webSearchQueries\\"","\\"error\\""]
    toolCallIds: undefined
    replyIdPrefix: ""
    fileIssuers: ["google"]
    transport: {"credential":{"header":"x-goog-api-key","prefix":""},"headers":[],"ownHeaders":[],"besideVersion":["/upload/","/ws/"],"requestId":"x-request-id","heartbeat":"\\n"}
    vertex: {"checkPath":"/endpoints?pageSize=1"}
    modelPrefix: "google"
    toolMembers: {"known":["tools","toolConfig","tool_config"],"hidden":["cachedContent"]}
    modelPlaces: [["tools","model"],["googleSearch","model"]]
    callMarkers: ["\\"functionCall\\""]
    embeddings: {"statesUsage":false}
    `,
  );
  describeForms(
    "carries each feature of a request",
    listFeatureSupport(gemini),
    `
    model: native "$.model"
    system.text: native "$.systemInstruction"
    system.block_list: native "$.systemInstruction.parts"
    role.system_midway: rewritten ""
    role.developer: rewritten ""
    message.name: none
    message.prefill: none "disclosed"
    text: native ".text"
    image.base64: native ".inlineData"
    image.url: native ".fileData.fileUri"
    image.file: native ".fileData.fileUri"
    image.detail: none
    document.base64: native ".inlineData"
    document.url: native ".fileData.fileUri"
    document.file: native ".fileData.fileUri"
    document.text: rewritten ""
    document.text.title: rewritten ""
    document.text.context: rewritten ""
    document.text.address: rewritten ""
    document.title: none
    document.context: none
    document.citations: rewritten ""
    audio.base64: native ".inlineData"
    audio.url: native ".fileData.fileUri"
    audio.file: native ".fileData.fileUri"
    video: native ""
    refusal: rewritten ".text"
    citation: none
    thinking.text: native ""
    thinking.signature: native ""
    thinking.sealed: none
    thinking.redacted: none
    tool_use.signature: native ""
    reasoning.mode: native "$.generationConfig.thinkingConfig"
    reasoning.effort: native "$.generationConfig.thinkingConfig"
    reasoning.budget: native "$.generationConfig.thinkingConfig"
    reasoning.display: native "$.generationConfig.thinkingConfig"
    tool.function: native ""
    tool.strict: rewritten ""
    tool.custom: rewritten ""
    tool.typed: none
    tool.server: none
    tool.computer_use: none
    tool.midway: none
    tool.limit: none
    tool.web_search: rewritten ".googleSearch"
    tool.web_search.allowed_domains: none
    tool.web_search.blocked_domains: none
    tool.web_search.both_lists: none
    tool.web_search.paths: none
    tool.web_search.stored: none
    tool.web_search.time_range: rewritten ".googleSearch.timeRangeFilter"
    tool.web_search.max_uses: none
    tool.web_search.location: none
    tool.web_search.context_size: none
    tool.web_fetch: rewritten ".urlContext"
    tool.web_fetch.domains: none
    tool.web_fetch.settings: none
    tool.code_execution: rewritten ".codeExecution"
    tool.code_execution.kept: none
    tool.mcp: rewritten ""
    tool.mcp.authorization: none
    tool.mcp.headers: none ".streamableHttpTransport.headers"
    tool.mcp.approval: none
    tool.mcp.allowed_tools: none
    tool.namespace: rewritten ".name"
    tool_choice.auto: native "$.toolConfig.functionCallingConfig.mode"
    tool_choice.none: native "$.toolConfig.functionCallingConfig.mode"
    tool_choice.required: native "$.toolConfig.functionCallingConfig.mode"
    tool_choice.tool: native "$.toolConfig.functionCallingConfig"
    tool_choice.allowed: native "$.toolConfig.functionCallingConfig.allowedFunctionNames"
    tool_choice.server: none "disclosed"
    parallel_tool_calls: emulated "parallel_tool_calls.first"
    tool_use: native ""
    tool_use.custom: rewritten ""
    tool_use.server: none ""
    tool_result.text: native ".functionResponse.response"
    tool_result.media: native ".functionResponse.parts"
    tool_result.error: native ".functionResponse.response"
    opaque: none
    compaction: emulated "compaction.summarise"
    output.json: native "$.generationConfig.responseMimeType"
    output.enum: native "$.generationConfig.responseMimeType"
    output.json_schema: native "$.generationConfig"
    output.strict: rewritten "$.generationConfig"
    modalities: native "$.generationConfig.responseModalities"
    verbosity: none
    max_output_tokens: native "$.generationConfig.maxOutputTokens"
    stop: native "$.generationConfig.stopSequences"
    temperature: native "$.generationConfig.temperature"
    top_p: native "$.generationConfig.topP"
    top_k: native "$.generationConfig.topK"
    seed: native "$.generationConfig.seed"
    frequency_penalty: native "$.generationConfig.frequencyPenalty"
    presence_penalty: native "$.generationConfig.presencePenalty"
    logit_bias: none
    logprobs: native "$.generationConfig"
    candidates: native "$.generationConfig.candidateCount"
    stream: native "$.stream"
    stream.usage: rewritten "$.stream"
    cache.hint: none
    cache.automatic: none
    cache.options: none
    cache.key: none
    user: none
    metadata: none
    service_tier: native "$.serviceTier"
    store: native "$.store"
    previous: none
    vendor: none
    `,
  );
  describeForms(
    "carries each feature of a reply",
    listReplyFeatureSupport(gemini),
    `
    id: native "$.responseId"
    model: native "$.modelVersion"
    created: native "$.createTime"
    service_tier: none
    candidates: native "$.candidates"
    text: native ".text"
    citation: rewritten ""
    citation.range: native ""
    search: rewritten ""
    search.page: none
    refusal: rewritten ".text"
    image: native ".inlineData"
    audio: native ".inlineData"
    run: rewritten ""
    opaque: none
    thinking.text: native ".text"
    thinking.signature: native ".thoughtSignature"
    thinking.sealed: none
    thinking.redacted: none
    tool_use.signature: native ".thoughtSignature"
    tool_use: native ".functionCall"
    tool_use.custom: rewritten ".functionCall"
    stop.end_turn: native ".finishReason"
    stop.stop_sequence: rewritten ".finishReason"
    stop.max_tokens: native ".finishReason"
    stop.context_window: rewritten ".finishReason"
    stop.tool_use: native ".finishReason"
    stop.pause_turn: native ".finishReason"
    stop.refusal: rewritten ".finishReason"
    stop.content_filter: native ".finishReason"
    stop.malformed: native ".finishReason"
    stop.error: rewritten ".finishReason"
    stop.other: native ".finishReason"
    stop.sequence: none
    logprobs: native ".logprobsResult"
    usage.input: native "$.usageMetadata.promptTokenCount"
    usage.output: native "$.usageMetadata"
    usage.total: native "$.usageMetadata.totalTokenCount"
    usage.cacheRead: native "$.usageMetadata.cachedContentTokenCount"
    usage.cacheWrite: none
    usage.cacheWriteByTtl: none
    usage.reasoning: native "$.usageMetadata.thoughtsTokenCount"
    usage.inputAudio: native "$.usageMetadata.promptTokensDetails"
    usage.outputAudio: native "$.usageMetadata.candidatesTokensDetails"
    usage.serverTools: none
    vendor: none
    `,
  );
  describeForms(
    "assumes values of its members",
    listAssumed(gemini),
    `
    thought: false
    responseLogprobs: false
    logprobs: 0
    enableEnhancedCivicAnswers: false
    audioTimestamp: false
    willContinue: false
    includeServerSideToolInvocations: false
    streamFunctionCallArguments: false
    includeThoughts: false
    mode: "UNSPECIFIED"
    scheduling: "UNSPECIFIED"
    mediaResolution: "UNSPECIFIED"
    thinkingLevel: "UNSPECIFIED"
    serviceTier: "UNSPECIFIED"
    behavior: "BLOCKING" "UNSPECIFIED"
    settings: generationConfig thinkingConfig speechConfig imageConfig routingConfig modelSelectionConfig modelConfig modelArmorConfig toolConfig functionCallingConfig retrievalConfig functionCall functionResponse inlineData fileData videoMetadata partMetadata mediaResolution labels
    `,
  );
});
