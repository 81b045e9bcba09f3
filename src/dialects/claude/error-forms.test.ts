import { describe } from "vitest";
import {
  failuresOf,
  listReadErrors,
  listReadStatuses,
  listWrittenCodes,
  listWrittenErrors,
} from "../fixtures/error-forms.ts";
import { describeForms } from "../fixtures/forms.ts";
import { claude } from "./index.ts";

/** Bodies of the vendor, of its relays and of proxies. */
const answers = {
  "an empty body": [503, ""],
  "a plain text": [400, "gone"],
  "a list": [404, [1]],
  "a message at the top": [404, { message: "m", more: 1 }],
  "an error that is a text": [500, { error: "e", detail: "d" }],
  "a detail": [500, { detail: "d" }],
  "an empty message": [429, { error: { type: "", message: "" }, message: "top" }],
  "a message of another type": [400, { error: { type: 5, message: 5 } }],
  "members beside the error": [400, { type: "error", error: { type: "api_error", message: "m" }, more: 1 }],
  "members in the error": [400, { error: { type: "api_error", message: "m", more: 1 } }],
  "details that are no object": [400, { error: { message: "m", details: "x" } }],
  "a code that is no text": [400, { error: { message: "m", details: { error_code: 5 } } }],
  "an id that is no text": [400, { error: { message: "m" }, request_id: 5 }],
  "a type that every object has": [400, { error: { type: "toString", message: "m" } }],
  "a context window": [400, { error: { message: "input exceeds the model's context window" } }],
  "a context limit": [400, { error: { message: "the prompt exceed context limit" } }],
} as const;

describe("the forms of errors", () => {
  describeForms(
    "reads the status of a body that says nothing",
    listReadStatuses(claude),
    `
    status 0: validation_failed
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
    listReadErrors(claude, answers),
    `
    an empty body: {"code":"backend_unavailable","status":503,"message":"status 503","vendor":{"claude":{}}}
    a plain text: {"code":"validation_failed","status":400,"message":"gone","vendor":{"claude":{}}}
    a list: {"code":"backend_model_not_found","status":404,"message":"status 404","vendor":{"claude":{}}}
    a message at the top: {"code":"backend_model_not_found","status":404,"message":"m","vendor":{"claude":{}}}
    an error that is a text: {"code":"backend_unavailable","status":500,"message":"e","vendor":{"claude":{}}}
    a detail: {"code":"backend_unavailable","status":500,"message":"d","vendor":{"claude":{}}}
    an empty message: {"code":"backend_rate_limited","status":429,"message":"top","vendor":{"claude":{"message":"top"}}}
    a message of another type: {"code":"validation_failed","status":400,"message":"status 400","vendor":{"claude":{}}}
    members beside the error: {"code":"backend_unavailable","status":400,"message":"m","type":"api_error","vendor":{"claude":{"more":1}}}
    members in the error: {"code":"backend_unavailable","status":400,"message":"m","type":"api_error","vendor":{"claude":{"error":{"more":1}}}}
    details that are no object: {"code":"validation_failed","status":400,"message":"m","vendor":{"claude":{"error":{"details":"x"}}}}
    a code that is no text: {"code":"validation_failed","status":400,"message":"m","vendor":{"claude":{"error":{"details":{"error_code":5}}}}}
    an id that is no text: {"code":"validation_failed","status":400,"message":"m","vendor":{"claude":{}}}
    a type that every object has: {"code":"validation_failed","status":400,"message":"m","type":"toString","vendor":{"claude":{}}}
    a context window: {"code":"backend_context_length","status":400,"message":"input exceeds the model's context window","vendor":{"claude":{}}}
    a context limit: {"code":"backend_context_length","status":400,"message":"the prompt exceed context limit","vendor":{"claude":{}}}
    `,
  );
  describeForms(
    "writes each of our codes",
    listWrittenCodes(claude),
    `
    most codes: 400{"type":"invalid_request_error","details":{"error_code":"<code>"}} 401{"type":"authentication_error","details":{"error_code":"<code>"}} 402{"type":"billing_error","details":{"error_code":"<code>"}} 403{"type":"permission_error","details":{"error_code":"<code>"}} 404{"type":"not_found_error","details":{"error_code":"<code>"}} 408{"type":"invalid_request_error","details":{"error_code":"<code>"}} 409{"type":"conflict_error","details":{"error_code":"<code>"}} 413{"type":"request_too_large","details":{"error_code":"<code>"}} 418{"type":"invalid_request_error","details":{"error_code":"<code>"}} 429{"type":"rate_limit_error","details":{"error_code":"<code>"}} 499{"type":"invalid_request_error","details":{"error_code":"<code>"}} 500{"type":"api_error","details":{"error_code":"<code>"}} 501{"type":"api_error","details":{"error_code":"<code>"}} 503{"type":"api_error","details":{"error_code":"<code>"}} 504{"type":"timeout_error","details":{"error_code":"<code>"}} 529{"type":"overloaded_error","details":{"error_code":"<code>"}}
    mapping_unsupported_capability: 400{"type":"invalid_request_error","details":{"error_code":"<code>","mapping":"E001"}}
    mapping_unmappable_tool: 400{"type":"invalid_request_error","details":{"error_code":"<code>","mapping":"E002"}}
    backend_not_found backend_model_not_found: 404{"type":"not_found_error","details":{"error_code":"<code>"}}
    backend_unavailable: 400{"type":"invalid_request_error","details":{"error_code":"<code>","mapping":"E007"}} 401{"type":"authentication_error","details":{"error_code":"<code>","mapping":"E007"}} 402{"type":"billing_error","details":{"error_code":"<code>","mapping":"E007"}} 403{"type":"permission_error","details":{"error_code":"<code>","mapping":"E007"}} 404{"type":"not_found_error","details":{"error_code":"<code>","mapping":"E007"}} 408{"type":"invalid_request_error","details":{"error_code":"<code>","mapping":"E007"}} 409{"type":"conflict_error","details":{"error_code":"<code>","mapping":"E007"}} 413{"type":"request_too_large","details":{"error_code":"<code>","mapping":"E007"}} 418{"type":"invalid_request_error","details":{"error_code":"<code>","mapping":"E007"}} 429{"type":"rate_limit_error","details":{"error_code":"<code>","mapping":"E007"}} 499{"type":"invalid_request_error","details":{"error_code":"<code>","mapping":"E007"}} 500{"type":"api_error","details":{"error_code":"<code>","mapping":"E007"}} 501{"type":"api_error","details":{"error_code":"<code>","mapping":"E007"}} 529{"type":"overloaded_error","details":{"error_code":"<code>","mapping":"E007"}} 504{"type":"timeout_error","details":{"error_code":"<code>","mapping":"E007"}}
    backend_timeout run_timed_out: 504{"type":"timeout_error","details":{"error_code":"<code>"}}
    backend_rate_limited rate_limit_exceeded: 429{"type":"rate_limit_error","details":{"error_code":"<code>"}}
    capability_unsupported: 400{"type":"invalid_request_error","details":{"error_code":"<code>","mapping":"E006"}}
    policy_denied: 400{"type":"invalid_request_error","details":{"error_code":"<code>","mapping":"E005"}}
    circuit_breaker_open: 529{"type":"overloaded_error","details":{"error_code":"<code>"}}
    backend_content_filtered backend_context_length: 400{"type":"invalid_request_error","details":{"error_code":"<code>"}}
    input_too_large: 413{"type":"request_too_large","details":{"error_code":"<code>"}}
    mapping_ambiguous: 400{"type":"invalid_request_error","details":{"error_code":"<code>","mapping":"E003"}}
    policy_approval_required: 400{"type":"invalid_request_error","details":{"error_code":"<code>","mapping":"E004"}}
    `,
  );
  describeForms(
    "writes each failure",
    listWrittenErrors(claude, failuresOf(claude.id)),
    `
    ours with all members: {"status":400,"body":{"type":"error","error":{"type":"invalid_request_error","message":"m","details":{"error_code":"mapping_unmappable_tool","mapping":"E002","param":"$.tools[0]","rule":"x","list":["a",1],"objects":[{"a":1}],"inner":{"b":2},"nothing":null,"yes":true}},"request_id":"r1"}}
    ours with details alone: {"status":529,"body":{"type":"error","error":{"type":"overloaded_error","message":"m","details":{"error_code":"backend_unavailable","mapping":"E007","rule":"x"}},"request_id":null}}
    ours with a request id: {"status":529,"body":{"type":"error","error":{"type":"overloaded_error","message":"m","details":{"error_code":"backend_unavailable","mapping":"E007"}},"request_id":"r1"}}
    ours with a field: {"status":529,"body":{"type":"error","error":{"type":"overloaded_error","message":"m","details":{"error_code":"backend_unavailable","mapping":"E007","param":"model"}},"request_id":null}}
    its own: {"status":503,"body":{"type":"error","error":{"type":"overloaded_error","message":"m","hint":1},"trace":"t","hint":2}}
    its own with all members: {"status":503,"body":{"type":"error","error":{"type":"odd_type","message":"m","hint":1},"request_id":"r1","trace":"t","hint":2}}
    its own without members: {"status":503,"body":{"type":"error","error":{"type":"odd_type","message":"m"}}}
    another vendor's: {"status":529,"body":{"type":"error","error":{"type":"overloaded_error","message":"m"},"request_id":null}}
    another vendor's with a code: {"status":529,"body":{"type":"error","error":{"type":"overloaded_error","message":"m","details":{"error_code":"odd"}},"request_id":"r1"}}
    a vendor's code alone: {"status":529,"body":{"type":"error","error":{"type":"overloaded_error","message":"m","details":{"error_code":"odd","mapping":"E007","rule":"x"}},"request_id":null}}
    a mapping of another vendor: {"status":400,"body":{"type":"error","error":{"type":"invalid_request_error","message":"m"},"request_id":null}}
    a vendor's type alone: {"status":529,"body":{"type":"error","error":{"type":"overloaded_error","message":"m","details":{"error_code":"backend_unavailable","mapping":"E007"}},"request_id":null}}
    `,
  );
});
