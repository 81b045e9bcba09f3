import { describe } from "vitest";
import {
  failuresOf,
  listReadErrors,
  listReadStatuses,
  listWrittenCodes,
  listWrittenErrors,
} from "../fixtures/error-forms.ts";
import { describeForms } from "../fixtures/forms.ts";
import { openai } from "../openai/index.ts";

const WORDS = [
  "context_length_exceeded",
  "too_many_prompt_tokens",
  "string_above_max_length",
  "content_filter",
  "content_policy_violation",
  "ResponsibleAIPolicyViolation",
  "insufficient_quota",
  "exceeded_current_quota_error",
  "rate_limit_reached",
  "model_not_found",
  "DeploymentNotFound",
  "resource_not_found_error",
  "invalid_api_key",
  "authentication_error",
  "permission_denied_error",
  "engine_overloaded",
  "server_error",
  "service_unavailable",
  "odd",
];
const PHRASES = [
  "context length of 5",
  "the context window",
  "the prompt is too long",
  "Prompt too long",
  "total length of all messages is 5",
  "content management policy",
  "content filter",
  "model x not found",
  "The model x does not exist",
  "x is not a valid model",
];

/** Bodies of the vendor, of its relays and of proxies. */
const answers = {
  "an empty body": [503, ""],
  "a plain text": [400, "gone"],
  "a number": [400, 5],
  "an error that is a text": [500, { error: "e", code: 5, more: 1 }],
  "an error that is a text, with a code": [500, { error: "e", code: "rate_limit" }],
  "a detail": [422, { detail: [{ loc: ["body"], msg: "m" }], more: 1 }],
  "a detail that is a text": [422, { detail: "d" }],
  "members at the top": [404, { message: "m", type: "t", code: "c", param: "p", more: 1 }],
  "a number as code": [400, { error: { message: "m", code: 1210 }, more: 1 }],
  "members in the error": [400, { error: { message: "m", type: "t", code: "c", param: "p", more: 1 } }],
  "a message of another type": [400, { error: { message: { a: 1 }, type: 5, code: null, param: {} } }],
  "a request id": [400, { error: { message: "m" }, request_id: "r1" }],
  "a request id that is no text": [400, { error: { message: "m" }, request_id: {} }],
  "a relayed text": [
    400,
    { error: { message: "m", metadata: { raw: " prompt is too long ", provider_name: "P" } } },
  ],
  "a relayed object": [400, { error: { message: "m", metadata: { raw: { a: 1 }, provider_name: "" } } }],
  "a relayed null": [400, { error: { message: "m", metadata: { raw: null, provider_name: "P" } } }],
  "metadata that is no object": [400, { error: { message: "m", metadata: "x" } }],
  "an inner error": [400, { error: { message: "m", innererror: { code: "ResponsibleAIPolicyViolation" } } }],
  "a verdict of a filter": [400, { error: { message: "m", content_filter_result: { hate: {} } } }],
  "verdicts of a filter in the inner error": [
    400,
    { error: { message: "m", innererror: { content_filter_results: {} } } },
  ],
  "a verdict that is no object": [400, { error: { message: "m", content_filter_results: 1, innererror: 1 } }],
  ...Object.fromEntries(WORDS.map((word) => [word, [400, { error: { message: "m", code: word } }] as const])),
  ...Object.fromEntries(PHRASES.map((phrase) => [phrase, [400, { error: { message: phrase } }] as const])),
} as const;

describe("the forms of errors", () => {
  describeForms(
    "reads the status of a body that says nothing",
    listReadStatuses(openai),
    `
    status 0: backend_unavailable
    status 400: validation_failed
    status 401: backend_auth_failed
    status 402: validation_failed
    status 403: backend_auth_failed
    status 404: backend_model_not_found
    status 408: backend_timeout
    status 409: validation_failed
    status 413: input_too_large
    status 418: validation_failed
    status 429: backend_rate_limited
    status 499: validation_failed
    status 500: backend_unavailable
    status 501: backend_unavailable
    status 503: backend_unavailable
    status 504: backend_timeout
    status 529: backend_unavailable
    `,
  );
  describeForms(
    "reads each body",
    listReadErrors(openai, answers),
    `
    an empty body: {"code":"backend_unavailable","status":503,"message":"the engine answered with status 503","vendor":{"openai":{}}}
    a plain text: {"code":"validation_failed","status":400,"message":"gone","vendor":{"openai":{}}}
    a number: {"code":"validation_failed","status":400,"message":"5","vendor":{"openai":{}}}
    an error that is a text: {"code":"backend_unavailable","status":500,"message":"e","vendorCode":"5","vendor":{"openai":{"more":1}}}
    an error that is a text, with a code: {"code":"backend_rate_limited","status":500,"message":"e","vendorCode":"rate_limit","vendor":{"openai":{}}}
    a detail: {"code":"validation_failed","status":422,"message":"[{\\"loc\\":[\\"body\\"],\\"msg\\":\\"m\\"}]","vendor":{"openai":{"more":1}}}
    a detail that is a text: {"code":"validation_failed","status":422,"message":"d","vendor":{"openai":{}}}
    members at the top: {"code":"backend_model_not_found","status":404,"message":"m","param":"p","type":"t","vendorCode":"c","vendor":{"openai":{"error":{"more":1}}}}
    a number as code: {"code":"validation_failed","status":400,"message":"m","vendorCode":"1210","vendor":{"openai":{"more":1,"error":{"code":1210}}}}
    members in the error: {"code":"validation_failed","status":400,"message":"m","param":"p","type":"t","vendorCode":"c","vendor":{"openai":{"error":{"more":1}}}}
    a message of another type: {"code":"validation_failed","status":400,"message":"{\\"a\\":1}","type":"5","vendor":{"openai":{}}}
    a request id: {"code":"validation_failed","status":400,"message":"m","requestId":"r1","vendor":{"openai":{"request_id":"r1"}}}
    a request id that is no text: {"code":"validation_failed","status":400,"message":"m","vendor":{"openai":{"request_id":{}}}}
    a relayed text: {"code":"backend_context_length","status":400,"message":"m","relayed":{"text":"prompt is too long","by":"P"},"vendor":{"openai":{"error":{"metadata":{"raw":" prompt is too long ","provider_name":"P"}}}}}
    a relayed object: {"code":"validation_failed","status":400,"message":"m","relayed":{"text":"{\\"a\\":1}"},"vendor":{"openai":{"error":{"metadata":{"raw":{"a":1},"provider_name":""}}}}}
    a relayed null: {"code":"validation_failed","status":400,"message":"m","vendor":{"openai":{"error":{"metadata":{"raw":null,"provider_name":"P"}}}}}
    metadata that is no object: {"code":"validation_failed","status":400,"message":"m","vendor":{"openai":{"error":{"metadata":"x"}}}}
    an inner error: {"code":"backend_content_filtered","status":400,"message":"m","vendor":{"openai":{"error":{"innererror":{"code":"ResponsibleAIPolicyViolation"}}}}}
    a verdict of a filter: {"code":"backend_content_filtered","status":400,"message":"m","vendor":{"openai":{"error":{"content_filter_result":{"hate":{}}}}}}
    verdicts of a filter in the inner error: {"code":"backend_content_filtered","status":400,"message":"m","vendor":{"openai":{"error":{"innererror":{"content_filter_results":{}}}}}}
    a verdict that is no object: {"code":"validation_failed","status":400,"message":"m","vendor":{"openai":{"error":{"content_filter_results":1,"innererror":1}}}}
    context_length_exceeded: {"code":"backend_context_length","status":400,"message":"m","vendorCode":"context_length_exceeded","vendor":{"openai":{}}}
    too_many_prompt_tokens: {"code":"backend_context_length","status":400,"message":"m","vendorCode":"too_many_prompt_tokens","vendor":{"openai":{}}}
    string_above_max_length: {"code":"backend_context_length","status":400,"message":"m","vendorCode":"string_above_max_length","vendor":{"openai":{}}}
    content_filter: {"code":"backend_content_filtered","status":400,"message":"m","vendorCode":"content_filter","vendor":{"openai":{}}}
    content_policy_violation: {"code":"backend_content_filtered","status":400,"message":"m","vendorCode":"content_policy_violation","vendor":{"openai":{}}}
    ResponsibleAIPolicyViolation: {"code":"backend_content_filtered","status":400,"message":"m","vendorCode":"ResponsibleAIPolicyViolation","vendor":{"openai":{}}}
    insufficient_quota: {"code":"backend_rate_limited","status":400,"message":"m","vendorCode":"insufficient_quota","vendor":{"openai":{}}}
    exceeded_current_quota_error: {"code":"backend_rate_limited","status":400,"message":"m","vendorCode":"exceeded_current_quota_error","vendor":{"openai":{}}}
    rate_limit_reached: {"code":"backend_rate_limited","status":400,"message":"m","vendorCode":"rate_limit_reached","vendor":{"openai":{}}}
    model_not_found: {"code":"backend_model_not_found","status":400,"message":"m","vendorCode":"model_not_found","vendor":{"openai":{}}}
    DeploymentNotFound: {"code":"backend_model_not_found","status":400,"message":"m","vendorCode":"DeploymentNotFound","vendor":{"openai":{}}}
    resource_not_found_error: {"code":"backend_model_not_found","status":400,"message":"m","vendorCode":"resource_not_found_error","vendor":{"openai":{}}}
    invalid_api_key: {"code":"backend_auth_failed","status":400,"message":"m","vendorCode":"invalid_api_key","vendor":{"openai":{}}}
    authentication_error: {"code":"backend_auth_failed","status":400,"message":"m","vendorCode":"authentication_error","vendor":{"openai":{}}}
    permission_denied_error: {"code":"backend_auth_failed","status":400,"message":"m","vendorCode":"permission_denied_error","vendor":{"openai":{}}}
    engine_overloaded: {"code":"backend_unavailable","status":400,"message":"m","vendorCode":"engine_overloaded","vendor":{"openai":{}}}
    server_error: {"code":"backend_unavailable","status":400,"message":"m","vendorCode":"server_error","vendor":{"openai":{}}}
    service_unavailable: {"code":"backend_unavailable","status":400,"message":"m","vendorCode":"service_unavailable","vendor":{"openai":{}}}
    odd: {"code":"validation_failed","status":400,"message":"m","vendorCode":"odd","vendor":{"openai":{}}}
    context length of 5: {"code":"backend_context_length","status":400,"message":"context length of 5","vendor":{"openai":{}}}
    the context window: {"code":"backend_context_length","status":400,"message":"the context window","vendor":{"openai":{}}}
    the prompt is too long: {"code":"backend_context_length","status":400,"message":"the prompt is too long","vendor":{"openai":{}}}
    Prompt too long: {"code":"backend_context_length","status":400,"message":"Prompt too long","vendor":{"openai":{}}}
    total length of all messages is 5: {"code":"backend_context_length","status":400,"message":"total length of all messages is 5","vendor":{"openai":{}}}
    content management policy: {"code":"backend_content_filtered","status":400,"message":"content management policy","vendor":{"openai":{}}}
    content filter: {"code":"backend_content_filtered","status":400,"message":"content filter","vendor":{"openai":{}}}
    model x not found: {"code":"backend_model_not_found","status":400,"message":"model x not found","vendor":{"openai":{}}}
    The model x does not exist: {"code":"backend_model_not_found","status":400,"message":"The model x does not exist","vendor":{"openai":{}}}
    x is not a valid model: {"code":"backend_model_not_found","status":400,"message":"x is not a valid model","vendor":{"openai":{}}}
    `,
  );
  describeForms(
    "writes each of our codes",
    listWrittenCodes(openai),
    `
    most codes: 400{"type":"invalid_request_error","param":null,"code":"<code>"} 401{"type":"invalid_request_error","param":null,"code":"<code>"} 402{"type":"invalid_request_error","param":null,"code":"<code>"} 403{"type":"invalid_request_error","param":null,"code":"<code>"} 404{"type":"invalid_request_error","param":null,"code":"<code>"} 408{"type":"invalid_request_error","param":null,"code":"<code>"} 409{"type":"invalid_request_error","param":null,"code":"<code>"} 413{"type":"invalid_request_error","param":null,"code":"<code>"} 418{"type":"invalid_request_error","param":null,"code":"<code>"} 429{"type":"invalid_request_error","param":null,"code":"<code>"} 499{"type":"invalid_request_error","param":null,"code":"<code>"} 500{"type":"server_error","param":null,"code":"<code>"} 501{"type":"server_error","param":null,"code":"<code>"} 503{"type":"server_error","param":null,"code":"<code>"} 504{"type":"server_error","param":null,"code":"<code>"} 529{"type":"server_error","param":null,"code":"<code>"}
    mapping_unsupported_capability: 400{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E001"} 401{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E001"} 402{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E001"} 403{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E001"} 404{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E001"} 408{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E001"} 409{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E001"} 413{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E001"} 418{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E001"} 429{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E001"} 499{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E001"} 500{"type":"server_error","param":null,"code":"<code>","abp_code":"E001"} 501{"type":"server_error","param":null,"code":"<code>","abp_code":"E001"} 503{"type":"server_error","param":null,"code":"<code>","abp_code":"E001"} 504{"type":"server_error","param":null,"code":"<code>","abp_code":"E001"} 529{"type":"server_error","param":null,"code":"<code>","abp_code":"E001"}
    mapping_unmappable_tool: 400{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E002"} 401{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E002"} 402{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E002"} 403{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E002"} 404{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E002"} 408{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E002"} 409{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E002"} 413{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E002"} 418{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E002"} 429{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E002"} 499{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E002"} 500{"type":"server_error","param":null,"code":"<code>","abp_code":"E002"} 501{"type":"server_error","param":null,"code":"<code>","abp_code":"E002"} 503{"type":"server_error","param":null,"code":"<code>","abp_code":"E002"} 504{"type":"server_error","param":null,"code":"<code>","abp_code":"E002"} 529{"type":"server_error","param":null,"code":"<code>","abp_code":"E002"}
    backend_unavailable: 400{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E007"} 401{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E007"} 402{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E007"} 403{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E007"} 404{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E007"} 408{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E007"} 409{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E007"} 413{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E007"} 418{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E007"} 429{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E007"} 499{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E007"} 500{"type":"server_error","param":null,"code":"<code>","abp_code":"E007"} 501{"type":"server_error","param":null,"code":"<code>","abp_code":"E007"} 503{"type":"server_error","param":null,"code":"<code>","abp_code":"E007"} 504{"type":"server_error","param":null,"code":"<code>","abp_code":"E007"} 529{"type":"server_error","param":null,"code":"<code>","abp_code":"E007"}
    backend_rate_limited: 400{"type":"rate_limit_error","param":null,"code":"rate_limit_exceeded"} 401{"type":"rate_limit_error","param":null,"code":"rate_limit_exceeded"} 402{"type":"rate_limit_error","param":null,"code":"rate_limit_exceeded"} 403{"type":"rate_limit_error","param":null,"code":"rate_limit_exceeded"} 404{"type":"rate_limit_error","param":null,"code":"rate_limit_exceeded"} 408{"type":"rate_limit_error","param":null,"code":"rate_limit_exceeded"} 409{"type":"rate_limit_error","param":null,"code":"rate_limit_exceeded"} 413{"type":"rate_limit_error","param":null,"code":"rate_limit_exceeded"} 418{"type":"rate_limit_error","param":null,"code":"rate_limit_exceeded"} 429{"type":"rate_limit_error","param":null,"code":"rate_limit_exceeded"} 499{"type":"rate_limit_error","param":null,"code":"rate_limit_exceeded"} 500{"type":"rate_limit_error","param":null,"code":"rate_limit_exceeded"} 501{"type":"rate_limit_error","param":null,"code":"rate_limit_exceeded"} 503{"type":"rate_limit_error","param":null,"code":"rate_limit_exceeded"} 504{"type":"rate_limit_error","param":null,"code":"rate_limit_exceeded"} 529{"type":"rate_limit_error","param":null,"code":"rate_limit_exceeded"}
    backend_auth_failed: 400{"type":"invalid_request_error","param":null,"code":"invalid_api_key"} 401{"type":"invalid_request_error","param":null,"code":"invalid_api_key"} 402{"type":"invalid_request_error","param":null,"code":"invalid_api_key"} 403{"type":"invalid_request_error","param":null,"code":"invalid_api_key"} 404{"type":"invalid_request_error","param":null,"code":"invalid_api_key"} 408{"type":"invalid_request_error","param":null,"code":"invalid_api_key"} 409{"type":"invalid_request_error","param":null,"code":"invalid_api_key"} 413{"type":"invalid_request_error","param":null,"code":"invalid_api_key"} 418{"type":"invalid_request_error","param":null,"code":"invalid_api_key"} 429{"type":"invalid_request_error","param":null,"code":"invalid_api_key"} 499{"type":"invalid_request_error","param":null,"code":"invalid_api_key"} 500{"type":"invalid_request_error","param":null,"code":"invalid_api_key"} 501{"type":"invalid_request_error","param":null,"code":"invalid_api_key"} 503{"type":"invalid_request_error","param":null,"code":"invalid_api_key"} 504{"type":"invalid_request_error","param":null,"code":"invalid_api_key"} 529{"type":"invalid_request_error","param":null,"code":"invalid_api_key"}
    backend_model_not_found: 400{"type":"invalid_request_error","param":null,"code":"model_not_found"} 401{"type":"invalid_request_error","param":null,"code":"model_not_found"} 402{"type":"invalid_request_error","param":null,"code":"model_not_found"} 403{"type":"invalid_request_error","param":null,"code":"model_not_found"} 404{"type":"invalid_request_error","param":null,"code":"model_not_found"} 408{"type":"invalid_request_error","param":null,"code":"model_not_found"} 409{"type":"invalid_request_error","param":null,"code":"model_not_found"} 413{"type":"invalid_request_error","param":null,"code":"model_not_found"} 418{"type":"invalid_request_error","param":null,"code":"model_not_found"} 429{"type":"invalid_request_error","param":null,"code":"model_not_found"} 499{"type":"invalid_request_error","param":null,"code":"model_not_found"} 500{"type":"invalid_request_error","param":null,"code":"model_not_found"} 501{"type":"invalid_request_error","param":null,"code":"model_not_found"} 503{"type":"invalid_request_error","param":null,"code":"model_not_found"} 504{"type":"invalid_request_error","param":null,"code":"model_not_found"} 529{"type":"invalid_request_error","param":null,"code":"model_not_found"}
    capability_unsupported: 400{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E006"} 401{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E006"} 402{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E006"} 403{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E006"} 404{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E006"} 408{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E006"} 409{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E006"} 413{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E006"} 418{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E006"} 429{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E006"} 499{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E006"} 500{"type":"server_error","param":null,"code":"<code>","abp_code":"E006"} 501{"type":"server_error","param":null,"code":"<code>","abp_code":"E006"} 503{"type":"server_error","param":null,"code":"<code>","abp_code":"E006"} 504{"type":"server_error","param":null,"code":"<code>","abp_code":"E006"} 529{"type":"server_error","param":null,"code":"<code>","abp_code":"E006"}
    policy_denied: 400{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E005"} 401{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E005"} 402{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E005"} 403{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E005"} 404{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E005"} 408{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E005"} 409{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E005"} 413{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E005"} 418{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E005"} 429{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E005"} 499{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E005"} 500{"type":"server_error","param":null,"code":"<code>","abp_code":"E005"} 501{"type":"server_error","param":null,"code":"<code>","abp_code":"E005"} 503{"type":"server_error","param":null,"code":"<code>","abp_code":"E005"} 504{"type":"server_error","param":null,"code":"<code>","abp_code":"E005"} 529{"type":"server_error","param":null,"code":"<code>","abp_code":"E005"}
    rate_limit_exceeded: 400{"type":"rate_limit_error","param":null,"code":"<code>"} 401{"type":"rate_limit_error","param":null,"code":"<code>"} 402{"type":"rate_limit_error","param":null,"code":"<code>"} 403{"type":"rate_limit_error","param":null,"code":"<code>"} 404{"type":"rate_limit_error","param":null,"code":"<code>"} 408{"type":"rate_limit_error","param":null,"code":"<code>"} 409{"type":"rate_limit_error","param":null,"code":"<code>"} 413{"type":"rate_limit_error","param":null,"code":"<code>"} 418{"type":"rate_limit_error","param":null,"code":"<code>"} 429{"type":"rate_limit_error","param":null,"code":"<code>"} 499{"type":"rate_limit_error","param":null,"code":"<code>"} 500{"type":"rate_limit_error","param":null,"code":"<code>"} 501{"type":"rate_limit_error","param":null,"code":"<code>"} 503{"type":"rate_limit_error","param":null,"code":"<code>"} 504{"type":"rate_limit_error","param":null,"code":"<code>"} 529{"type":"rate_limit_error","param":null,"code":"<code>"}
    backend_content_filtered: 400{"type":"invalid_request_error","param":null,"code":"content_filter"} 401{"type":"invalid_request_error","param":null,"code":"content_filter"} 402{"type":"invalid_request_error","param":null,"code":"content_filter"} 403{"type":"invalid_request_error","param":null,"code":"content_filter"} 404{"type":"invalid_request_error","param":null,"code":"content_filter"} 408{"type":"invalid_request_error","param":null,"code":"content_filter"} 409{"type":"invalid_request_error","param":null,"code":"content_filter"} 413{"type":"invalid_request_error","param":null,"code":"content_filter"} 418{"type":"invalid_request_error","param":null,"code":"content_filter"} 429{"type":"invalid_request_error","param":null,"code":"content_filter"} 499{"type":"invalid_request_error","param":null,"code":"content_filter"} 500{"type":"invalid_request_error","param":null,"code":"content_filter"} 501{"type":"invalid_request_error","param":null,"code":"content_filter"} 503{"type":"invalid_request_error","param":null,"code":"content_filter"} 504{"type":"invalid_request_error","param":null,"code":"content_filter"} 529{"type":"invalid_request_error","param":null,"code":"content_filter"}
    backend_context_length: 400{"type":"invalid_request_error","param":null,"code":"context_length_exceeded"} 401{"type":"invalid_request_error","param":null,"code":"context_length_exceeded"} 402{"type":"invalid_request_error","param":null,"code":"context_length_exceeded"} 403{"type":"invalid_request_error","param":null,"code":"context_length_exceeded"} 404{"type":"invalid_request_error","param":null,"code":"context_length_exceeded"} 408{"type":"invalid_request_error","param":null,"code":"context_length_exceeded"} 409{"type":"invalid_request_error","param":null,"code":"context_length_exceeded"} 413{"type":"invalid_request_error","param":null,"code":"context_length_exceeded"} 418{"type":"invalid_request_error","param":null,"code":"context_length_exceeded"} 429{"type":"invalid_request_error","param":null,"code":"context_length_exceeded"} 499{"type":"invalid_request_error","param":null,"code":"context_length_exceeded"} 500{"type":"invalid_request_error","param":null,"code":"context_length_exceeded"} 501{"type":"invalid_request_error","param":null,"code":"context_length_exceeded"} 503{"type":"invalid_request_error","param":null,"code":"context_length_exceeded"} 504{"type":"invalid_request_error","param":null,"code":"context_length_exceeded"} 529{"type":"invalid_request_error","param":null,"code":"context_length_exceeded"}
    mapping_ambiguous: 400{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E003"} 401{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E003"} 402{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E003"} 403{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E003"} 404{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E003"} 408{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E003"} 409{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E003"} 413{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E003"} 418{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E003"} 429{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E003"} 499{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E003"} 500{"type":"server_error","param":null,"code":"<code>","abp_code":"E003"} 501{"type":"server_error","param":null,"code":"<code>","abp_code":"E003"} 503{"type":"server_error","param":null,"code":"<code>","abp_code":"E003"} 504{"type":"server_error","param":null,"code":"<code>","abp_code":"E003"} 529{"type":"server_error","param":null,"code":"<code>","abp_code":"E003"}
    policy_approval_required: 400{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E004"} 401{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E004"} 402{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E004"} 403{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E004"} 404{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E004"} 408{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E004"} 409{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E004"} 413{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E004"} 418{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E004"} 429{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E004"} 499{"type":"invalid_request_error","param":null,"code":"<code>","abp_code":"E004"} 500{"type":"server_error","param":null,"code":"<code>","abp_code":"E004"} 501{"type":"server_error","param":null,"code":"<code>","abp_code":"E004"} 503{"type":"server_error","param":null,"code":"<code>","abp_code":"E004"} 504{"type":"server_error","param":null,"code":"<code>","abp_code":"E004"} 529{"type":"server_error","param":null,"code":"<code>","abp_code":"E004"}
    `,
  );
  describeForms(
    "writes each failure",
    listWrittenErrors(openai, failuresOf(openai.id)),
    `
    ours with all members: {"status":400,"body":{"error":{"message":"m","type":"invalid_request_error","param":"$.tools[0]","code":"mapping_unmappable_tool","abp_code":"E002","abp_details":{"rule":"x","list":["a",1],"objects":[{"a":1}],"inner":{"b":2},"nothing":null,"yes":true}}}}
    ours with details alone: {"status":503,"body":{"error":{"message":"m","type":"server_error","param":null,"code":"backend_unavailable","abp_code":"E007","abp_details":{"rule":"x"}}}}
    ours with a request id: {"status":503,"body":{"error":{"message":"m","type":"server_error","param":null,"code":"backend_unavailable","abp_code":"E007"}}}
    ours with a field: {"status":503,"body":{"error":{"message":"m","type":"server_error","param":"model","code":"backend_unavailable","abp_code":"E007"}}}
    its own: {"status":503,"body":{"error":{"message":"m","type":"server_error","param":null,"code":null,"hint":1},"trace":"t","hint":2}}
    its own with all members: {"status":503,"body":{"error":{"message":"m","type":"odd_type","param":"p","code":"odd","abp_details":{"rule":"x"},"hint":1},"trace":"t","hint":2}}
    its own without members: {"status":503,"body":{"error":{"message":"m","type":"odd_type","param":null,"code":null}}}
    another vendor's: {"status":503,"body":{"error":{"message":"m","type":"server_error","param":null,"code":"backend_unavailable"}}}
    another vendor's with a code: {"status":503,"body":{"error":{"message":"m","type":"server_error","param":null,"code":"backend_unavailable"}}}
    a vendor's code alone: {"status":503,"body":{"error":{"message":"m","type":"server_error","param":null,"code":"backend_unavailable","abp_details":{"rule":"x"}}}}
    a mapping of another vendor: {"status":503,"body":{"error":{"message":"m","type":"server_error","param":null,"code":"mapping_unmappable_tool"}}}
    a vendor's type alone: {"status":503,"body":{"error":{"message":"m","type":"server_error","param":null,"code":"backend_unavailable","abp_code":"E007"}}}
    `,
  );
});
