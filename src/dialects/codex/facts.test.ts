import { describe } from "vitest";
import {
  listAssumed,
  listFacts,
  listFeatureSupport,
  listReplyFeatureSupport,
} from "../fixtures/dialect-facts.ts";
import { describeForms } from "../fixtures/forms.ts";
import { codex } from "./index.ts";

describe("the dialect codex", () => {
  describeForms(
    "has its facts",
    listFacts(codex),
    `
    id: "codex"
    title: "OpenAI Responses"
    required: {"turns":"input","limits":[["max_output_tokens"]]}
    eventMarkers: ["\\"response.created\\"","\\"response.completed\\"","\\"response.incomplete\\"","\\"response.failed\\"","\\"response.cancelled\\"","\\"error\\""]
    toolCallIds: {"pattern":"/^[\\\\s\\\\S]+$/","maxLength":64}
    replyIdPrefix: "resp_"
    fileIssuers: ["openai"]
    transport: {"credential":{"header":"authorization","prefix":"Bearer "},"keyProtocol":"openai-insecure-api-key.","headers":[],"ownHeaders":["openai-beta","openai-organization","openai-project"],"requestId":"x-request-id","heartbeat":": keep-alive\\n"}
    modelPrefix: "openai"
    toolMembers: {"known":["tools","tool_choice"],"hidden":["prompt"]}
    modelPlaces: [["tools","model"],["transcription","model"],["input_audio_transcription","model"],["fallbacks"]]
    callMarkers: ["\\"response.output_item.done\\"","\\"response.completed\\"","\\"response.incomplete\\""]
    embeddings: {"statesUsage":true}
    state: {"members":["previous_response_id","conversation","store","background"],"idPaths":{"body":["id"],"event":["response","id"]},"conversations":{}}
    `,
  );
  describeForms(
    "carries each feature of a request",
    listFeatureSupport(codex),
    `
    model: native "$.model"
    system.text: native "$.instructions"
    system.block_list: rewritten "$.instructions"
    role.system_midway: native ".role"
    role.developer: native ".role"
    message.name: none
    message.prefill: none "disclosed"
    text: native ""
    image.base64: native ".image_url"
    image.url: native ".image_url"
    image.file: native ".file_id"
    image.detail: native ".detail"
    document.base64: native ".file_data"
    document.url: native ".file_url"
    document.file: native ".file_id"
    document.text: rewritten ""
    document.text.title: rewritten ""
    document.text.context: rewritten ""
    document.text.address: rewritten ""
    document.title: native ".filename"
    document.context: none
    document.citations: none
    audio.base64: none
    audio.url: none
    audio.file: none
    video: none
    refusal: native ".refusal"
    citation: native ".annotations"
    thinking.text: native ".summary"
    thinking.signature: none
    thinking.sealed: native ".encrypted_content"
    thinking.redacted: none
    tool_use.signature: none
    reasoning.mode: rewritten "$.reasoning.effort"
    reasoning.effort: native "$.reasoning.effort"
    reasoning.budget: rewritten "$.reasoning.effort"
    reasoning.display: native "$.reasoning.summary"
    tool.function: native ""
    tool.strict: native ".strict"
    tool.custom: native ""
    tool.typed: none ".type"
    tool.server: none
    tool.computer_use: none
    tool.midway: none
    tool.limit: none
    tool.web_search: rewritten ""
    tool.web_search.allowed_domains: rewritten ".filters.allowed_domains"
    tool.web_search.blocked_domains: rewritten ".filters.blocked_domains"
    tool.web_search.both_lists: rewritten ".filters"
    tool.web_search.paths: none
    tool.web_search.stored: rewritten ".external_web_access"
    tool.web_search.time_range: none
    tool.web_search.max_uses: rewritten "$.max_tool_calls"
    tool.web_search.location: rewritten ".user_location"
    tool.web_search.context_size: rewritten ".search_context_size"
    tool.web_fetch: none
    tool.web_fetch.domains: none
    tool.web_fetch.settings: none
    tool.code_execution: rewritten ""
    tool.code_execution.kept: none ".container"
    tool.mcp: rewritten ""
    tool.mcp.authorization: none ".authorization"
    tool.mcp.headers: none ".headers"
    tool.mcp.approval: rewritten ".require_approval"
    tool.mcp.allowed_tools: rewritten ".allowed_tools"
    tool.namespace: native ""
    tool_choice.auto: native "$.tool_choice"
    tool_choice.none: native "$.tool_choice"
    tool_choice.required: native "$.tool_choice"
    tool_choice.tool: native "$.tool_choice"
    tool_choice.allowed: native "$.tool_choice"
    tool_choice.server: rewritten "$.tool_choice"
    parallel_tool_calls: native "$.parallel_tool_calls"
    tool_use: native ""
    tool_use.custom: native ""
    tool_use.server: none ""
    tool_result.text: native ".output"
    tool_result.media: native ".output"
    tool_result.error: rewritten ".output"
    opaque: none
    compaction: native ""
    output.json: native "$.text.format"
    output.enum: emulated "enum_output.instruct"
    output.json_schema: native "$.text.format"
    output.strict: native "$.text.format.strict"
    modalities: rewritten "$"
    verbosity: native "$.text.verbosity"
    max_output_tokens: native "$.max_output_tokens"
    stop: emulated "stop_sequences.truncate"
    temperature: native "$.temperature"
    top_p: native "$.top_p"
    top_k: none
    seed: none
    frequency_penalty: none
    presence_penalty: none
    logit_bias: none
    logprobs: native "$.top_logprobs"
    candidates: none
    stream: native "$.stream"
    stream.usage: native "$.stream"
    cache.hint: native ".prompt_cache_breakpoint"
    cache.automatic: none
    cache.options: native "$.prompt_cache_options"
    cache.key: native "$.prompt_cache_key"
    user: native "$.user"
    metadata: native "$.metadata"
    service_tier: native "$.service_tier"
    store: native "$.store"
    previous: native "$.previous_response_id"
    vendor: none
    `,
  );
  describeForms(
    "carries each feature of a reply",
    listReplyFeatureSupport(codex),
    `
    id: native "$.id"
    model: native "$.model"
    created: native "$.created_at"
    service_tier: native "$.service_tier"
    candidates: none
    text: native ""
    citation: rewritten ".annotations"
    citation.range: native ".annotations"
    search: rewritten ""
    search.page: rewritten ""
    refusal: native ""
    image: rewritten ""
    audio: none
    run: rewritten ""
    opaque: none
    thinking.text: native ".content"
    thinking.signature: none
    thinking.sealed: rewritten ".encrypted_content"
    thinking.redacted: none
    tool_use.signature: none
    tool_use: native ""
    tool_use.custom: native ""
    stop.end_turn: native "$.status"
    stop.stop_sequence: rewritten "$.status"
    stop.max_tokens: native "$.incomplete_details.reason"
    stop.context_window: rewritten "$.incomplete_details.reason"
    stop.tool_use: native "$.status"
    stop.pause_turn: rewritten "$.status"
    stop.refusal: rewritten "$.status"
    stop.content_filter: native "$.incomplete_details.reason"
    stop.malformed: rewritten "$.status"
    stop.error: native "$.status"
    stop.other: rewritten "$.status"
    stop.sequence: none
    logprobs: native ".logprobs"
    usage.input: native ".input_tokens"
    usage.output: native ".output_tokens"
    usage.total: native ".total_tokens"
    usage.cacheRead: native ".input_tokens_details.cached_tokens"
    usage.cacheWrite: native ".input_tokens_details.cache_write_tokens"
    usage.cacheWriteByTtl: rewritten ".input_tokens_details.cache_write_tokens_details"
    usage.reasoning: native ".output_tokens_details.reasoning_tokens"
    usage.inputAudio: none
    usage.outputAudio: none
    usage.serverTools: rewritten "$.output"
    vendor: none
    `,
  );
  describeForms(
    "assumes values of its members",
    listAssumed(codex),
    `
    include: 
    truncation: "disabled"
    background: false
    defer_loading: false
    frequency_penalty: 0
    presence_penalty: 0
    top_logprobs: 0
    context: "auto"
    include_obfuscation: true false
    mode: 
    id: "" "auto" "default" "none" "low" "medium" "high" "disabled" "enabled" "text" "5m" "standard_only" "standard" "BLOCKING" "UNSPECIFIED" "in_memory" "truncation" "global"
    status: 
    settings: reasoning text stream_options prompt_cache_options
    `,
  );
});
