import { describe } from "vitest";
import {
  listAssumed,
  listFacts,
  listFeatureSupport,
  listReplyFeatureSupport,
} from "../fixtures/dialect-facts.ts";
import { describeForms } from "../fixtures/forms.ts";
import { openai } from "../openai/index.ts";

describe("the dialect openai", () => {
  describeForms(
    "has its facts",
    listFacts(openai),
    `
    id: "openai"
    title: "OpenAI Chat Completions"
    required: {"turns":"messages","limits":[["max_completion_tokens"],["max_tokens"]]}
    eventMarkers: ["\\"usage\\":{","\\"usage\\": {","\\"finish_reason\\":\\"","\\"finish_reason\\": \\"","\\"error\\"","\\"$web_search\\""]
    endMark: "[DONE]"
    toolCallIds: {"pattern":"/^[\\\\s\\\\S]+$/","maxLength":40}
    replyIdPrefix: "chatcmpl-"
    fileIssuers: ["codex"]
    transport: {"credential":{"header":"authorization","prefix":"Bearer "},"headers":[],"ownHeaders":["openai-beta","openai-organization","openai-project"],"requestId":"x-request-id","heartbeat":": keep-alive\\n"}
    modelPrefix: "openai"
    toolMembers: {"known":["tools","functions","tool_choice","function_call","web_search_options"],"hidden":["plugins","search_parameters","enable_search"]}
    modelPlaces: [["models"],["fallbacks"],["fallbacks","model"],["plugins","model"]]
    callMarkers: ["\\"tool_calls\\":[","\\"tool_calls\\": [","\\"function_call\\":{","\\"function_call\\": {"]
    embeddings: {"statesUsage":true}
    `,
  );
  describeForms(
    "carries each feature of a request",
    listFeatureSupport(openai),
    `
    model: native "$.model"
    system.text: native "$.messages[0].content"
    system.block_list: native "$.messages[0].content"
    role.system_midway: native ".role"
    role.developer: native ".role"
    message.name: native ".name"
    message.prefill: none "disclosed"
    text: native ""
    image.base64: native ".image_url.url"
    image.url: native ".image_url.url"
    image.file: none
    image.detail: native ".image_url.detail"
    document.base64: native ".file.file_data"
    document.url: none
    document.file: native ".file.file_id"
    document.text: rewritten ""
    document.text.title: rewritten ""
    document.text.context: rewritten ""
    document.text.address: rewritten ""
    document.title: native ".file.filename"
    document.context: none
    document.citations: none
    audio.base64: native ".input_audio.data"
    audio.url: none
    audio.file: native ".audio.id"
    video: none
    refusal: native ".refusal"
    citation: native ""
    thinking.text: rewritten ".reasoning_content"
    thinking.signature: none
    thinking.sealed: none
    thinking.redacted: none
    tool_use.signature: none
    reasoning.mode: rewritten "$.reasoning_effort"
    reasoning.effort: native "$.reasoning_effort"
    reasoning.budget: rewritten "$.reasoning_effort"
    reasoning.display: none
    tool.function: native ".function"
    tool.strict: native ".function.strict"
    tool.custom: native ".custom"
    tool.typed: none
    tool.server: none
    tool.computer_use: none
    tool.midway: none
    tool.limit: none
    tool.web_search: rewritten "$.web_search_options"
    tool.web_search.allowed_domains: none
    tool.web_search.blocked_domains: none
    tool.web_search.both_lists: none
    tool.web_search.paths: none
    tool.web_search.stored: none
    tool.web_search.time_range: none
    tool.web_search.max_uses: none
    tool.web_search.location: rewritten "$.web_search_options.user_location"
    tool.web_search.context_size: rewritten "$.web_search_options.search_context_size"
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
    tool_choice.allowed: native "$.tool_choice.allowed_tools"
    tool_choice.server: rewritten "$.web_search_options"
    parallel_tool_calls: native "$.parallel_tool_calls"
    tool_use: native ""
    tool_use.custom: native ""
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
    modalities: native "$.modalities"
    verbosity: native "$.verbosity"
    max_output_tokens: native "$.max_completion_tokens"
    stop: native "$.stop"
    temperature: native "$.temperature"
    top_p: native "$.top_p"
    top_k: none
    seed: native "$.seed"
    frequency_penalty: native "$.frequency_penalty"
    presence_penalty: native "$.presence_penalty"
    logit_bias: native "$.logit_bias"
    logprobs: native "$.logprobs"
    candidates: native "$.n"
    stream: native "$.stream"
    stream.usage: native "$.stream_options.include_usage"
    cache.hint: native ".prompt_cache_breakpoint"
    cache.automatic: none
    cache.options: native "$.prompt_cache_options"
    cache.key: native "$.prompt_cache_key"
    user: native "$.user"
    metadata: native "$.metadata"
    service_tier: native "$.service_tier"
    store: native "$.store"
    previous: none
    vendor: none
    `,
  );
  describeForms(
    "carries each feature of a reply",
    listReplyFeatureSupport(openai),
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
    audio: native ""
    run: rewritten ""
    opaque: none
    thinking.text: rewritten ".reasoning_content"
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
    listAssumed(openai),
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
