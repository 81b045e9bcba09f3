import { describe } from "vitest";
import {
  listAssumed,
  listFacts,
  listFeatureSupport,
  listReplyFeatureSupport,
} from "../fixtures/dialect-facts.ts";
import { describeForms } from "../fixtures/forms.ts";
import { kimi } from "./index.ts";
import { profile } from "./profile.ts";

describe("the dialect kimi", () => {
  describeForms(
    "has its facts",
    listFacts(kimi),
    `
    id: "kimi"
    title: "Moonshot Chat Completions"
    required: {"turns":"messages","limits":[["max_completion_tokens"],["max_tokens"]]}
    eventMarkers: ["\\"usage\\":{","\\"usage\\": {","\\"finish_reason\\":\\"","\\"finish_reason\\": \\"","\\"error\\"","\\"$web_search\\""]
    endMark: "[DONE]"
    toolCallIds: undefined
    replyIdPrefix: "chatcmpl-"
    transport: {"credential":{"header":"authorization","prefix":"Bearer "},"headers":[],"ownHeaders":[],"requestId":"x-request-id","heartbeat":": keep-alive\\n"}
    modelPrefix: "moonshot"
    toolMembers: {"known":["tools","functions","tool_choice","function_call","web_search_options"],"hidden":["plugins","search_parameters","enable_search"]}
    modelPlaces: [["models"],["fallbacks"],["fallbacks","model"],["plugins","model"]]
    callMarkers: ["\\"tool_calls\\":[","\\"tool_calls\\": [","\\"function_call\\":{","\\"function_call\\": {"]
    embeddings: {"statesUsage":true}
    echoedSearch: {"name":"$web_search","tool":{"kind":"server","name":"$web_search","dialect":"kimi","value":{"type":"builtin_function","function":{"name":"$web_search"}}}}
    `,
  );
  describeForms(
    "has its profile",
    listFacts(profile),
    `
    id: "kimi"
    title: "Moonshot Chat Completions"
    modelPrefix: "moonshot"
    embeddingsPath: "/v1/embeddings"
    ownHeaders: []
    toolCallIds: undefined
    thinking: {"text":["reasoning_content"],"sealed":[],"writes":"any","requiredWithCalls":true}
    outputLimit: "max_completion_tokens"
    developerRole: "system"
    prefill: "partial"
    efforts: ["low","medium","high","max"]
    effortOff: undefined
    thinkingSwitch: "thinking"
    thinkingBudget: undefined
    serviceTiers: []
    cacheLifetimes: []
    cacheOptionLifetimes: []
    padding: []
    billedSearch: {"call":"$web_search"}
    usage: {"cachedAtTop":true,"reasoningAtTop":false}
    namesObject: true
    tokenCount: ["data","total_tokens"]
    modelOwner: "owned_by"
    listsContext: true
    echoesSearch: true
    signals: {"base":0.25,"headers":["/^x-msh-/","/^user-agent: kimi/i","/^host: (?:[\\\\w-]+\\\\.)*(?:moonshot\\\\.(?:ai|cn)|kimi\\\\.com)(?::\\\\d+)?$/i"]}
    `,
  );
  describeForms(
    "carries each feature of a request",
    listFeatureSupport(kimi),
    `
    model: native "$.model"
    system.text: native "$.messages[0].content"
    system.block_list: native "$.messages[0].content"
    role.system_midway: native ".role"
    role.developer: rewritten ".role"
    message.name: native ".name"
    message.prefill: native ".partial"
    text: native ""
    image.base64: native ".image_url.url"
    image.url: native ".image_url.url"
    image.file: none
    image.detail: native ".image_url.detail"
    document.base64: none
    document.url: none
    document.file: none
    document.text: rewritten ""
    document.text.title: rewritten ""
    document.text.context: rewritten ""
    document.text.address: rewritten ""
    document.title: none
    document.context: none
    document.citations: none
    audio.base64: none
    audio.url: none
    audio.file: none
    video: native ".video_url.url"
    refusal: rewritten ".content"
    citation: native ""
    thinking.text: native ".reasoning_content"
    thinking.signature: none
    thinking.sealed: none
    thinking.redacted: none
    tool_use.signature: none
    reasoning.mode: native "$.thinking.type"
    reasoning.effort: native "$.reasoning_effort"
    reasoning.budget: rewritten "$.thinking.type"
    reasoning.display: none
    tool.function: native ".function"
    tool.strict: none "disclosed"
    tool.custom: rewritten ".function"
    tool.typed: none
    tool.server: none
    tool.computer_use: none
    tool.midway: none
    tool.limit: none
    tool.web_search: none
    tool.web_search.allowed_domains: none
    tool.web_search.blocked_domains: none
    tool.web_search.both_lists: none
    tool.web_search.paths: none
    tool.web_search.stored: none
    tool.web_search.time_range: none
    tool.web_search.max_uses: none
    tool.web_search.location: none
    tool.web_search.context_size: none
    tool.web_fetch: none
    tool.web_fetch.domains: none
    tool.web_fetch.settings: none
    tool.code_execution: none
    tool.code_execution.kept: none
    tool.mcp: none
    tool.mcp.authorization: none
    tool.mcp.headers: none
    tool.mcp.approval: none
    tool.mcp.allowed_tools: none
    tool.namespace: rewritten ".function.name"
    tool_choice.auto: native "$.tool_choice"
    tool_choice.none: native "$.tool_choice"
    tool_choice.required: native "$.tool_choice"
    tool_choice.tool: native "$.tool_choice"
    tool_choice.allowed: rewritten "$.tools"
    tool_choice.server: none
    parallel_tool_calls: native "$.parallel_tool_calls"
    tool_use: native ""
    tool_use.custom: rewritten ".function"
    tool_use.server: none
    tool_result.text: native ".content"
    tool_result.media: rewritten ""
    tool_result.error: rewritten ".content"
    opaque: none
    compaction: emulated "compaction.summarise"
    output.json: native "$.response_format"
    output.enum: emulated "enum_output.instruct"
    output.json_schema: native "$.response_format.json_schema"
    output.strict: native "$.response_format.json_schema.strict"
    modalities: none
    verbosity: none
    max_output_tokens: native "$.max_completion_tokens"
    stop: native "$.stop"
    temperature: native "$.temperature"
    top_p: native "$.top_p"
    top_k: none
    seed: none
    frequency_penalty: native "$.frequency_penalty"
    presence_penalty: native "$.presence_penalty"
    logit_bias: none
    logprobs: none
    candidates: native "$.n"
    stream: native "$.stream"
    stream.usage: native "$.stream_options.include_usage"
    cache.hint: none
    cache.automatic: none
    cache.options: none
    cache.key: native "$.prompt_cache_key"
    user: none
    metadata: none
    service_tier: none
    store: none
    previous: none
    vendor: none
    `,
  );
  describeForms(
    "carries each feature of a reply",
    listReplyFeatureSupport(kimi),
    `
    id: native "$.id"
    model: native "$.model"
    created: native "$.created"
    service_tier: native "$.service_tier"
    candidates: native "$.choices"
    text: native ""
    citation: native ""
    citation.range: native ""
    search: none
    search.page: none
    refusal: native ""
    image: none
    audio: none
    run: rewritten ""
    opaque: none
    thinking.text: native ".reasoning_content"
    thinking.signature: none
    thinking.sealed: none
    thinking.redacted: none
    tool_use.signature: none
    tool_use: native ""
    tool_use.custom: native ""
    stop.end_turn: native ".finish_reason"
    stop.stop_sequence: native ".finish_reason"
    stop.max_tokens: native ".finish_reason"
    stop.context_window: rewritten ".finish_reason"
    stop.tool_use: native ".finish_reason"
    stop.pause_turn: rewritten ".finish_reason"
    stop.refusal: rewritten ".finish_reason"
    stop.content_filter: native ".finish_reason"
    stop.malformed: none
    stop.error: none
    stop.other: none
    stop.sequence: none
    logprobs: native ".logprobs.content"
    usage.input: native ".prompt_tokens"
    usage.output: native ".completion_tokens"
    usage.total: native ".total_tokens"
    usage.cacheRead: native ".prompt_tokens_details.cached_tokens"
    usage.cacheWrite: native ".prompt_tokens_details.cache_write_tokens"
    usage.cacheWriteByTtl: none
    usage.reasoning: native ".completion_tokens_details.reasoning_tokens"
    usage.inputAudio: native ".prompt_tokens_details.audio_tokens"
    usage.outputAudio: native ".completion_tokens_details.audio_tokens"
    usage.serverTools: none
    vendor: none
    `,
  );
  describeForms(
    "assumes values of its members",
    listAssumed(kimi),
    `
    logprobs: false
    top_logprobs: 0
    frequency_penalty: 0
    presence_penalty: 0
    verbosity: "medium"
    store: false
    service_tier: "auto" "default"
    strict: false
    mode: 
    prompt_cache_retention: "in_memory"
    modalities: 
    include_obfuscation: true false
    settings: stream_options reasoning metadata logit_bias extra_body function prompt_cache_options
    `,
  );
});
