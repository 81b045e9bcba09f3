import { describe } from "vitest";
import {
  failuresOf,
  listReadErrors,
  listReadStatuses,
  listWrittenCodes,
  listWrittenErrors,
} from "../fixtures/error-forms.ts";
import { describeForms } from "../fixtures/forms.ts";
import { codex } from "./index.ts";

const WORDS = [
  "context_length_exceeded",
  "content_filter",
  "content_policy_violation",
  "image_content_policy_violation",
  "bio_policy",
  "misalignment_policy_violation",
  "model_not_found",
  "rate_limit_exceeded",
  "insufficient_quota",
  "invalid_api_key",
  "server_error",
  "server_is_overloaded",
  "slow_down",
  "odd",
];

/** Bodies of the vendor, of its relays and of proxies. */
const answers = {
  "an empty body": [503, ""],
  "a plain text": [400, "gone"],
  "a number": [400, 5],
  "an error that is a text": [500, { error: "e", code: 5, more: 1 }],
  "a detail": [422, { detail: [{ msg: "m" }], more: 1 }],
  "members at the top": [404, { message: "m", type: "t", code: "c", param: "p", more: 1, request_id: "r1" }],
  "a number as code": [400, { error: { message: "m", code: 1210 } }],
  "a code beside the error": [400, { error: { message: "m" }, code: "slow_down" }],
  "a known type": [400, { error: { message: "m", type: "rate_limit_exceeded" } }],
  "members in the error": [
    400,
    { error: { message: "m", type: "t", code: "c", param: "p", more: 1 }, request_id: "r1" },
  ],
  "members of other types": [
    400,
    { error: { message: { a: 1 }, type: 5, code: null, param: {} }, request_id: 5 },
  ],
  "a message that is null": [400, { error: { message: null, error: null, detail: "d" } }],
  "a code that every object has": [400, { error: { message: "m", code: "toString" } }],
  ...Object.fromEntries(WORDS.map((word) => [word, [400, { error: { message: "m", code: word } }] as const])),
} as const;

describe("the forms of errors", () => {
  describeForms(
    "reads the status of a body that says nothing",
    listReadStatuses(codex),
    `
    status 0: backend_unavailable
    status 400: validation_failed
    status 401: backend_auth_failed
    status 402: validation_failed
    status 403: backend_auth_failed
    status 404: backend_model_not_found
    status 408: backend_timeout
    status 409: validation_failed
    status 413: backend_context_length
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
    listReadErrors(codex, answers),
    `
    an empty body: {"code":"backend_unavailable","status":503,"message":"The engine answered 503."}
    a plain text: {"code":"validation_failed","status":400,"message":"gone"}
    a number: {"code":"validation_failed","status":400,"message":"The engine answered 400."}
    an error that is a text: {"code":"backend_unavailable","status":500,"message":"e","vendorCode":"5","vendor":{"codex":{"more":1}}}
    a detail: {"code":"validation_failed","status":422,"message":"[{\\"msg\\":\\"m\\"}]","vendor":{"codex":{"more":1}}}
    members at the top: {"code":"backend_model_not_found","status":404,"message":"m","param":"p","type":"t","vendorCode":"c","requestId":"r1","vendor":{"codex":{"more":1,"request_id":"r1"}}}
    a number as code: {"code":"validation_failed","status":400,"message":"m","vendorCode":"1210"}
    a code beside the error: {"code":"backend_unavailable","status":400,"message":"m","vendorCode":"slow_down"}
    a known type: {"code":"backend_rate_limited","status":400,"message":"m","type":"rate_limit_exceeded"}
    members in the error: {"code":"validation_failed","status":400,"message":"m","param":"p","type":"t","vendorCode":"c","requestId":"r1","vendor":{"codex":{"more":1}}}
    members of other types: {"code":"validation_failed","status":400,"message":"{\\"a\\":1}"}
    a message that is null: {"code":"validation_failed","status":400,"message":"d","vendor":{"codex":{"error":null,"detail":"d"}}}
    a code that every object has: {"code":"validation_failed","status":400,"message":"m","vendorCode":"toString"}
    context_length_exceeded: {"code":"backend_context_length","status":400,"message":"m","vendorCode":"context_length_exceeded"}
    content_filter: {"code":"backend_content_filtered","status":400,"message":"m","vendorCode":"content_filter"}
    content_policy_violation: {"code":"backend_content_filtered","status":400,"message":"m","vendorCode":"content_policy_violation"}
    image_content_policy_violation: {"code":"backend_content_filtered","status":400,"message":"m","vendorCode":"image_content_policy_violation"}
    bio_policy: {"code":"backend_content_filtered","status":400,"message":"m","vendorCode":"bio_policy"}
    misalignment_policy_violation: {"code":"backend_content_filtered","status":400,"message":"m","vendorCode":"misalignment_policy_violation"}
    model_not_found: {"code":"backend_model_not_found","status":400,"message":"m","vendorCode":"model_not_found"}
    rate_limit_exceeded: {"code":"backend_rate_limited","status":400,"message":"m","vendorCode":"rate_limit_exceeded"}
    insufficient_quota: {"code":"backend_rate_limited","status":400,"message":"m","vendorCode":"insufficient_quota"}
    invalid_api_key: {"code":"backend_auth_failed","status":400,"message":"m","vendorCode":"invalid_api_key"}
    server_error: {"code":"backend_unavailable","status":400,"message":"m","vendorCode":"server_error"}
    server_is_overloaded: {"code":"backend_unavailable","status":400,"message":"m","vendorCode":"server_is_overloaded"}
    slow_down: {"code":"backend_unavailable","status":400,"message":"m","vendorCode":"slow_down"}
    odd: {"code":"validation_failed","status":400,"message":"m","vendorCode":"odd"}
    `,
  );
  describeForms(
    "writes each of our codes",
    listWrittenCodes(codex),
    `
    most codes: 400{"type":"invalid_request_error","param":null,"code":null} 401{"type":"authentication_error","param":null,"code":null} 402{"type":"invalid_request_error","param":null,"code":null} 403{"type":"permission_error","param":null,"code":null} 404{"type":"invalid_request_error","param":null,"code":null} 408{"type":"invalid_request_error","param":null,"code":null} 409{"type":"invalid_request_error","param":null,"code":null} 413{"type":"invalid_request_error","param":null,"code":null} 418{"type":"invalid_request_error","param":null,"code":null} 429{"type":"rate_limit_error","param":null,"code":null} 499{"type":"invalid_request_error","param":null,"code":null} 500{"type":"server_error","param":null,"code":null} 501{"type":"server_error","param":null,"code":null} 503{"type":"server_error","param":null,"code":null} 504{"type":"server_error","param":null,"code":null} 529{"type":"server_error","param":null,"code":null}
    mapping_unsupported_capability: 400{"type":"invalid_request_error","param":null,"code":"E001"} 401{"type":"authentication_error","param":null,"code":"E001"} 402{"type":"invalid_request_error","param":null,"code":"E001"} 403{"type":"permission_error","param":null,"code":"E001"} 404{"type":"invalid_request_error","param":null,"code":"E001"} 408{"type":"invalid_request_error","param":null,"code":"E001"} 409{"type":"invalid_request_error","param":null,"code":"E001"} 413{"type":"invalid_request_error","param":null,"code":"E001"} 418{"type":"invalid_request_error","param":null,"code":"E001"} 429{"type":"rate_limit_error","param":null,"code":"E001"} 499{"type":"invalid_request_error","param":null,"code":"E001"} 500{"type":"server_error","param":null,"code":"E001"} 501{"type":"server_error","param":null,"code":"E001"} 503{"type":"server_error","param":null,"code":"E001"} 504{"type":"server_error","param":null,"code":"E001"} 529{"type":"server_error","param":null,"code":"E001"}
    mapping_unmappable_tool: 400{"type":"invalid_request_error","param":null,"code":"E002"} 401{"type":"authentication_error","param":null,"code":"E002"} 402{"type":"invalid_request_error","param":null,"code":"E002"} 403{"type":"permission_error","param":null,"code":"E002"} 404{"type":"invalid_request_error","param":null,"code":"E002"} 408{"type":"invalid_request_error","param":null,"code":"E002"} 409{"type":"invalid_request_error","param":null,"code":"E002"} 413{"type":"invalid_request_error","param":null,"code":"E002"} 418{"type":"invalid_request_error","param":null,"code":"E002"} 429{"type":"rate_limit_error","param":null,"code":"E002"} 499{"type":"invalid_request_error","param":null,"code":"E002"} 500{"type":"server_error","param":null,"code":"E002"} 501{"type":"server_error","param":null,"code":"E002"} 503{"type":"server_error","param":null,"code":"E002"} 504{"type":"server_error","param":null,"code":"E002"} 529{"type":"server_error","param":null,"code":"E002"}
    backend_unavailable: 400{"type":"invalid_request_error","param":null,"code":"E007"} 401{"type":"authentication_error","param":null,"code":"E007"} 402{"type":"invalid_request_error","param":null,"code":"E007"} 403{"type":"permission_error","param":null,"code":"E007"} 404{"type":"invalid_request_error","param":null,"code":"E007"} 408{"type":"invalid_request_error","param":null,"code":"E007"} 409{"type":"invalid_request_error","param":null,"code":"E007"} 413{"type":"invalid_request_error","param":null,"code":"E007"} 418{"type":"invalid_request_error","param":null,"code":"E007"} 429{"type":"rate_limit_error","param":null,"code":"E007"} 499{"type":"invalid_request_error","param":null,"code":"E007"} 500{"type":"server_error","param":null,"code":"E007"} 501{"type":"server_error","param":null,"code":"E007"} 503{"type":"server_error","param":null,"code":"E007"} 504{"type":"server_error","param":null,"code":"E007"} 529{"type":"server_error","param":null,"code":"E007"}
    backend_rate_limited: 400{"type":"invalid_request_error","param":null,"code":"rate_limit_exceeded"} 401{"type":"authentication_error","param":null,"code":"rate_limit_exceeded"} 402{"type":"invalid_request_error","param":null,"code":"rate_limit_exceeded"} 403{"type":"permission_error","param":null,"code":"rate_limit_exceeded"} 404{"type":"invalid_request_error","param":null,"code":"rate_limit_exceeded"} 408{"type":"invalid_request_error","param":null,"code":"rate_limit_exceeded"} 409{"type":"invalid_request_error","param":null,"code":"rate_limit_exceeded"} 413{"type":"invalid_request_error","param":null,"code":"rate_limit_exceeded"} 418{"type":"invalid_request_error","param":null,"code":"rate_limit_exceeded"} 429{"type":"rate_limit_error","param":null,"code":"rate_limit_exceeded"} 499{"type":"invalid_request_error","param":null,"code":"rate_limit_exceeded"} 500{"type":"server_error","param":null,"code":"rate_limit_exceeded"} 501{"type":"server_error","param":null,"code":"rate_limit_exceeded"} 503{"type":"server_error","param":null,"code":"rate_limit_exceeded"} 504{"type":"server_error","param":null,"code":"rate_limit_exceeded"} 529{"type":"server_error","param":null,"code":"rate_limit_exceeded"}
    backend_auth_failed: 400{"type":"invalid_request_error","param":null,"code":"invalid_api_key"} 401{"type":"authentication_error","param":null,"code":"invalid_api_key"} 402{"type":"invalid_request_error","param":null,"code":"invalid_api_key"} 403{"type":"permission_error","param":null,"code":"invalid_api_key"} 404{"type":"invalid_request_error","param":null,"code":"invalid_api_key"} 408{"type":"invalid_request_error","param":null,"code":"invalid_api_key"} 409{"type":"invalid_request_error","param":null,"code":"invalid_api_key"} 413{"type":"invalid_request_error","param":null,"code":"invalid_api_key"} 418{"type":"invalid_request_error","param":null,"code":"invalid_api_key"} 429{"type":"rate_limit_error","param":null,"code":"invalid_api_key"} 499{"type":"invalid_request_error","param":null,"code":"invalid_api_key"} 500{"type":"server_error","param":null,"code":"invalid_api_key"} 501{"type":"server_error","param":null,"code":"invalid_api_key"} 503{"type":"server_error","param":null,"code":"invalid_api_key"} 504{"type":"server_error","param":null,"code":"invalid_api_key"} 529{"type":"server_error","param":null,"code":"invalid_api_key"}
    backend_model_not_found: 400{"type":"invalid_request_error","param":null,"code":"model_not_found"} 401{"type":"authentication_error","param":null,"code":"model_not_found"} 402{"type":"invalid_request_error","param":null,"code":"model_not_found"} 403{"type":"permission_error","param":null,"code":"model_not_found"} 404{"type":"invalid_request_error","param":null,"code":"model_not_found"} 408{"type":"invalid_request_error","param":null,"code":"model_not_found"} 409{"type":"invalid_request_error","param":null,"code":"model_not_found"} 413{"type":"invalid_request_error","param":null,"code":"model_not_found"} 418{"type":"invalid_request_error","param":null,"code":"model_not_found"} 429{"type":"rate_limit_error","param":null,"code":"model_not_found"} 499{"type":"invalid_request_error","param":null,"code":"model_not_found"} 500{"type":"server_error","param":null,"code":"model_not_found"} 501{"type":"server_error","param":null,"code":"model_not_found"} 503{"type":"server_error","param":null,"code":"model_not_found"} 504{"type":"server_error","param":null,"code":"model_not_found"} 529{"type":"server_error","param":null,"code":"model_not_found"}
    capability_unsupported: 400{"type":"invalid_request_error","param":null,"code":"E006"} 401{"type":"authentication_error","param":null,"code":"E006"} 402{"type":"invalid_request_error","param":null,"code":"E006"} 403{"type":"permission_error","param":null,"code":"E006"} 404{"type":"invalid_request_error","param":null,"code":"E006"} 408{"type":"invalid_request_error","param":null,"code":"E006"} 409{"type":"invalid_request_error","param":null,"code":"E006"} 413{"type":"invalid_request_error","param":null,"code":"E006"} 418{"type":"invalid_request_error","param":null,"code":"E006"} 429{"type":"rate_limit_error","param":null,"code":"E006"} 499{"type":"invalid_request_error","param":null,"code":"E006"} 500{"type":"server_error","param":null,"code":"E006"} 501{"type":"server_error","param":null,"code":"E006"} 503{"type":"server_error","param":null,"code":"E006"} 504{"type":"server_error","param":null,"code":"E006"} 529{"type":"server_error","param":null,"code":"E006"}
    policy_denied: 400{"type":"invalid_request_error","param":null,"code":"E005"} 401{"type":"authentication_error","param":null,"code":"E005"} 402{"type":"invalid_request_error","param":null,"code":"E005"} 403{"type":"permission_error","param":null,"code":"E005"} 404{"type":"invalid_request_error","param":null,"code":"E005"} 408{"type":"invalid_request_error","param":null,"code":"E005"} 409{"type":"invalid_request_error","param":null,"code":"E005"} 413{"type":"invalid_request_error","param":null,"code":"E005"} 418{"type":"invalid_request_error","param":null,"code":"E005"} 429{"type":"rate_limit_error","param":null,"code":"E005"} 499{"type":"invalid_request_error","param":null,"code":"E005"} 500{"type":"server_error","param":null,"code":"E005"} 501{"type":"server_error","param":null,"code":"E005"} 503{"type":"server_error","param":null,"code":"E005"} 504{"type":"server_error","param":null,"code":"E005"} 529{"type":"server_error","param":null,"code":"E005"}
    rate_limit_exceeded: 400{"type":"invalid_request_error","param":null,"code":"<code>"} 401{"type":"authentication_error","param":null,"code":"<code>"} 402{"type":"invalid_request_error","param":null,"code":"<code>"} 403{"type":"permission_error","param":null,"code":"<code>"} 404{"type":"invalid_request_error","param":null,"code":"<code>"} 408{"type":"invalid_request_error","param":null,"code":"<code>"} 409{"type":"invalid_request_error","param":null,"code":"<code>"} 413{"type":"invalid_request_error","param":null,"code":"<code>"} 418{"type":"invalid_request_error","param":null,"code":"<code>"} 429{"type":"rate_limit_error","param":null,"code":"<code>"} 499{"type":"invalid_request_error","param":null,"code":"<code>"} 500{"type":"server_error","param":null,"code":"<code>"} 501{"type":"server_error","param":null,"code":"<code>"} 503{"type":"server_error","param":null,"code":"<code>"} 504{"type":"server_error","param":null,"code":"<code>"} 529{"type":"server_error","param":null,"code":"<code>"}
    backend_content_filtered: 400{"type":"invalid_request_error","param":null,"code":"content_policy_violation"} 401{"type":"authentication_error","param":null,"code":"content_policy_violation"} 402{"type":"invalid_request_error","param":null,"code":"content_policy_violation"} 403{"type":"permission_error","param":null,"code":"content_policy_violation"} 404{"type":"invalid_request_error","param":null,"code":"content_policy_violation"} 408{"type":"invalid_request_error","param":null,"code":"content_policy_violation"} 409{"type":"invalid_request_error","param":null,"code":"content_policy_violation"} 413{"type":"invalid_request_error","param":null,"code":"content_policy_violation"} 418{"type":"invalid_request_error","param":null,"code":"content_policy_violation"} 429{"type":"rate_limit_error","param":null,"code":"content_policy_violation"} 499{"type":"invalid_request_error","param":null,"code":"content_policy_violation"} 500{"type":"server_error","param":null,"code":"content_policy_violation"} 501{"type":"server_error","param":null,"code":"content_policy_violation"} 503{"type":"server_error","param":null,"code":"content_policy_violation"} 504{"type":"server_error","param":null,"code":"content_policy_violation"} 529{"type":"server_error","param":null,"code":"content_policy_violation"}
    backend_context_length: 400{"type":"invalid_request_error","param":null,"code":"context_length_exceeded"} 401{"type":"authentication_error","param":null,"code":"context_length_exceeded"} 402{"type":"invalid_request_error","param":null,"code":"context_length_exceeded"} 403{"type":"permission_error","param":null,"code":"context_length_exceeded"} 404{"type":"invalid_request_error","param":null,"code":"context_length_exceeded"} 408{"type":"invalid_request_error","param":null,"code":"context_length_exceeded"} 409{"type":"invalid_request_error","param":null,"code":"context_length_exceeded"} 413{"type":"invalid_request_error","param":null,"code":"context_length_exceeded"} 418{"type":"invalid_request_error","param":null,"code":"context_length_exceeded"} 429{"type":"rate_limit_error","param":null,"code":"context_length_exceeded"} 499{"type":"invalid_request_error","param":null,"code":"context_length_exceeded"} 500{"type":"server_error","param":null,"code":"context_length_exceeded"} 501{"type":"server_error","param":null,"code":"context_length_exceeded"} 503{"type":"server_error","param":null,"code":"context_length_exceeded"} 504{"type":"server_error","param":null,"code":"context_length_exceeded"} 529{"type":"server_error","param":null,"code":"context_length_exceeded"}
    mapping_ambiguous: 400{"type":"invalid_request_error","param":null,"code":"E003"} 401{"type":"authentication_error","param":null,"code":"E003"} 402{"type":"invalid_request_error","param":null,"code":"E003"} 403{"type":"permission_error","param":null,"code":"E003"} 404{"type":"invalid_request_error","param":null,"code":"E003"} 408{"type":"invalid_request_error","param":null,"code":"E003"} 409{"type":"invalid_request_error","param":null,"code":"E003"} 413{"type":"invalid_request_error","param":null,"code":"E003"} 418{"type":"invalid_request_error","param":null,"code":"E003"} 429{"type":"rate_limit_error","param":null,"code":"E003"} 499{"type":"invalid_request_error","param":null,"code":"E003"} 500{"type":"server_error","param":null,"code":"E003"} 501{"type":"server_error","param":null,"code":"E003"} 503{"type":"server_error","param":null,"code":"E003"} 504{"type":"server_error","param":null,"code":"E003"} 529{"type":"server_error","param":null,"code":"E003"}
    policy_approval_required: 400{"type":"invalid_request_error","param":null,"code":"E004"} 401{"type":"authentication_error","param":null,"code":"E004"} 402{"type":"invalid_request_error","param":null,"code":"E004"} 403{"type":"permission_error","param":null,"code":"E004"} 404{"type":"invalid_request_error","param":null,"code":"E004"} 408{"type":"invalid_request_error","param":null,"code":"E004"} 409{"type":"invalid_request_error","param":null,"code":"E004"} 413{"type":"invalid_request_error","param":null,"code":"E004"} 418{"type":"invalid_request_error","param":null,"code":"E004"} 429{"type":"rate_limit_error","param":null,"code":"E004"} 499{"type":"invalid_request_error","param":null,"code":"E004"} 500{"type":"server_error","param":null,"code":"E004"} 501{"type":"server_error","param":null,"code":"E004"} 503{"type":"server_error","param":null,"code":"E004"} 504{"type":"server_error","param":null,"code":"E004"} 529{"type":"server_error","param":null,"code":"E004"}
    `,
  );
  describeForms(
    "writes each failure",
    listWrittenErrors(codex, failuresOf(codex.id)),
    `
    ours with all members: {"status":400,"body":{"error":{"message":"m","type":"invalid_request_error","param":"$.tools[0]","code":"E002","abp_details":{"rule":"x","list":["a",1],"objects":[{"a":1}],"inner":{"b":2},"nothing":null,"yes":true}}}}
    ours with details alone: {"status":503,"body":{"error":{"message":"m","type":"server_error","param":null,"code":"E007","abp_details":{"rule":"x"}}}}
    ours with a request id: {"status":503,"body":{"error":{"message":"m","type":"server_error","param":null,"code":"E007"}}}
    ours with a field: {"status":503,"body":{"error":{"message":"m","type":"server_error","param":"model","code":"E007"}}}
    its own: {"status":503,"body":{"error":{"message":"m","type":"server_error","param":null,"code":"E007","error":{"hint":1},"trace":"t","hint":2}}}
    its own with all members: {"status":503,"body":{"error":{"message":"m","type":"odd_type","param":"p","code":"odd","abp_details":{"rule":"x"},"error":{"hint":1},"trace":"t","hint":2}}}
    its own without members: {"status":503,"body":{"error":{"message":"m","type":"odd_type","param":null,"code":"E007"}}}
    another vendor's: {"status":503,"body":{"error":{"message":"m","type":"odd_type","param":null,"code":"E007"}}}
    another vendor's with a code: {"status":503,"body":{"error":{"message":"m","type":"server_error","param":null,"code":"odd"}}}
    a vendor's code alone: {"status":503,"body":{"error":{"message":"m","type":"server_error","param":null,"code":"odd","abp_details":{"rule":"x"}}}}
    a mapping of another vendor: {"status":503,"body":{"error":{"message":"m","type":"server_error","param":null,"code":"E002"}}}
    a vendor's type alone: {"status":503,"body":{"error":{"message":"m","type":"INVALID_ARGUMENT","param":null,"code":"E007"}}}
    `,
  );
});
