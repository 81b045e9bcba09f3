import { describe } from "vitest";
import {
  listAssumed,
  listFacts,
  listFeatureSupport,
  listReplyFeatureSupport,
} from "../fixtures/dialect-facts.ts";
import { describeForms } from "../fixtures/forms.ts";
import { claude } from "./index.ts";

describe("the dialect claude", () => {
  describeForms(
    "has its facts",
    listFacts(claude),
    `
    id: "claude"
    title: "Anthropic Messages"
    required: {"turns":"messages","limits":[["max_tokens"]],"needsLimit":true}
    startsWithUsage: true
    eventMarkers: ["\\"message_start\\"","\\"usage\\"","\\"message_stop\\"","\\"error\\""]
    toolCallIds: {"pattern":"/^[a-zA-Z0-9_-]+$/","maxLength":64}
    replyIdPrefix: "msg_"
    transport: {"credential":{"header":"x-api-key","prefix":""},"headers":["anthropic-version","2023-06-01"],"ownHeaders":["anthropic-beta","anthropic-version"],"requestId":"request-id","heartbeat":"event: ping\\ndata: {\\"type\\": \\"ping\\"}\\n\\n"}
    vertex: {"checkPath":"/endpoints?pageSize=1"}
    modelPrefix: "anthropic"
    promptCache: {"marks":4}
    toolMembers: {"known":["tools","tool_choice","mcp_servers"],"hidden":[],"servers":"mcp_servers","namesOfType":{"text_editor":["str_replace_editor","str_replace_based_edit_tool"]}}
    modelPlaces: [["tools","model"],["fallbacks"],["fallbacks","model"],["fallback_models"]]
    callMarkers: ["tool_use\\"","\\"input_json_delta\\""]
    threads: {"members":["thread"],"notFound":"thread_not_found"}
    `,
  );
  describeForms(
    "carries each feature of a request",
    listFeatureSupport(claude),
    `
    model: native "$.model"
    system.text: native "$.system"
    system.block_list: native "$.system"
    role.system_midway: native ""
    role.developer: rewritten ""
    message.name: none
    message.prefill: native ""
    text: native ""
    image.base64: native ".source"
    image.url: native ".source.url"
    image.file: native ".source.file_id"
    image.detail: none
    document.base64: native ".source"
    document.url: native ".source.url"
    document.file: native ".source.file_id"
    document.text: native ".source.data"
    document.text.title: native ".title"
    document.text.context: native ".context"
    document.text.address: native ".source"
    document.title: native ".title"
    document.context: native ".context"
    document.citations: native ".citations.enabled"
    audio.base64: none
    audio.url: none
    audio.file: none
    video: none
    refusal: rewritten ""
    citation: native ".citations"
    thinking.text: native ".thinking"
    thinking.signature: native ".signature"
    thinking.sealed: none
    thinking.redacted: native ".data"
    tool_use.signature: none
    reasoning.mode: native "$.thinking.type"
    reasoning.effort: native "$.output_config.effort"
    reasoning.budget: native "$.thinking.budget_tokens"
    reasoning.display: native "$.thinking.display"
    tool.function: native ""
    tool.strict: native ".strict"
    tool.custom: rewritten ""
    tool.typed: none ".type"
    tool.server: none
    tool.computer_use: none
    tool.midway: none ""
    tool.limit: none
    tool.web_search: rewritten ""
    tool.web_search.allowed_domains: rewritten ".allowed_domains"
    tool.web_search.blocked_domains: rewritten ".blocked_domains"
    tool.web_search.both_lists: rewritten ""
    tool.web_search.paths: rewritten ""
    tool.web_search.stored: none
    tool.web_search.time_range: none
    tool.web_search.max_uses: rewritten ".max_uses"
    tool.web_search.location: rewritten ".user_location"
    tool.web_search.context_size: none
    tool.web_fetch: rewritten ""
    tool.web_fetch.domains: rewritten ""
    tool.web_fetch.settings: rewritten ""
    tool.code_execution: rewritten ""
    tool.code_execution.kept: none
    tool.mcp: rewritten ""
    tool.mcp.authorization: none ".authorization_token"
    tool.mcp.headers: none
    tool.mcp.approval: none
    tool.mcp.allowed_tools: rewritten ""
    tool.namespace: rewritten ".name"
    tool_choice.auto: native "$.tool_choice"
    tool_choice.none: native "$.tool_choice"
    tool_choice.required: native "$.tool_choice"
    tool_choice.tool: native "$.tool_choice.name"
    tool_choice.allowed: rewritten "$.tools"
    tool_choice.server: rewritten "$.tool_choice"
    parallel_tool_calls: native "$.tool_choice.disable_parallel_tool_use"
    tool_use: native ""
    tool_use.custom: rewritten ""
    tool_use.server: none ""
    tool_result.text: native ".content"
    tool_result.media: native ".content"
    tool_result.error: native ".is_error"
    opaque: none
    compaction: emulated "compaction.summarise"
    output.json: emulated "json_mode.instruct"
    output.enum: emulated "enum_output.instruct"
    output.json_schema: native "$.output_config.format.schema"
    output.strict: rewritten "$.output_config.format"
    modalities: none
    verbosity: none
    max_output_tokens: native "$.max_tokens"
    stop: native "$.stop_sequences"
    temperature: native "$.temperature"
    top_p: native "$.top_p"
    top_k: native "$.top_k"
    seed: none
    frequency_penalty: none
    presence_penalty: none
    logit_bias: none
    logprobs: none
    candidates: none
    stream: native "$.stream"
    stream.usage: native "$.stream"
    cache.hint: native ".cache_control"
    cache.automatic: native "$.cache_control"
    cache.options: none
    cache.key: none
    user: native "$.metadata.user_id"
    metadata: none
    service_tier: native "$.service_tier"
    store: none
    previous: none
    vendor: none
    `,
  );
  describeForms(
    "carries each feature of a reply",
    listReplyFeatureSupport(claude),
    `
    id: native "$.id"
    model: native "$.model"
    created: none
    service_tier: none
    candidates: none
    text: native ""
    citation: rewritten ".citations"
    citation.range: none
    search: rewritten ""
    search.page: none
    refusal: rewritten ""
    image: none
    audio: none
    run: rewritten ""
    opaque: none
    thinking.text: native ".thinking"
    thinking.signature: native ".signature"
    thinking.sealed: none
    thinking.redacted: native ".data"
    tool_use.signature: none
    tool_use: native ""
    tool_use.custom: rewritten ""
    stop.end_turn: native "$.stop_reason"
    stop.stop_sequence: native "$.stop_reason"
    stop.max_tokens: native "$.stop_reason"
    stop.context_window: native "$.stop_reason"
    stop.tool_use: native "$.stop_reason"
    stop.pause_turn: native "$.stop_reason"
    stop.refusal: native "$.stop_reason"
    stop.content_filter: rewritten "$.stop_reason"
    stop.malformed: none
    stop.error: none
    stop.other: none
    stop.sequence: native "$.stop_sequence"
    logprobs: none
    usage.input: native ".input_tokens"
    usage.output: native ".output_tokens"
    usage.total: none
    usage.cacheRead: native ".cache_read_input_tokens"
    usage.cacheWrite: native ".cache_creation_input_tokens"
    usage.cacheWriteByTtl: native ".cache_creation"
    usage.reasoning: native ".output_tokens_details.thinking_tokens"
    usage.inputAudio: none
    usage.outputAudio: none
    usage.serverTools: native ".server_tool_use"
    vendor: none
    `,
  );
  describeForms(
    "assumes values of its members",
    listAssumed(claude),
    `
    speed: "standard"
    eager_input_streaming: false
    defer_loading: false
    allowed_callers: 
    settings: context_management output_config metadata diagnostics
    `,
  );
});
