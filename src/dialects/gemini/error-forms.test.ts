import { describe } from "vitest";
import {
  failuresOf,
  listReadErrors,
  listReadStatuses,
  listWrittenCodes,
  listWrittenErrors,
} from "../fixtures/error-forms.ts";
import { describeForms } from "../fixtures/forms.ts";
import { gemini } from "./index.ts";

const WORDS = [
  "INVALID_ARGUMENT",
  "FAILED_PRECONDITION",
  "OUT_OF_RANGE",
  "UNAUTHENTICATED",
  "PERMISSION_DENIED",
  "NOT_FOUND",
  "ABORTED",
  "ALREADY_EXISTS",
  "RESOURCE_EXHAUSTED",
  "CANCELLED",
  "DATA_LOSS",
  "UNKNOWN",
  "INTERNAL",
  "UNIMPLEMENTED",
  "UNAVAILABLE",
  "DEADLINE_EXCEEDED",
  "ODD",
];

/** Bodies of the vendor, of its relays and of proxies. */
const answers = {
  "an empty body": [503, ""],
  "a plain text": [400, "gone"],
  "a JSON text": [400, '{"error":{"message":"m","status":"NOT_FOUND"}}'],
  "a list": [404, [5, { error: { code: 429, message: "m", status: "RESOURCE_EXHAUSTED" } }]],
  "a list without an error": [404, [1]],
  "an error that is a text": [500, { error: "e" }],
  "an error in a good answer": [200, { error: { code: 429, message: "m" } }],
  "an error without a code in a good answer": [200, { error: { message: "m" } }],
  "a code that is a text": [400, { error: { code: "c", message: "m" } }],
  "a code that is no status": [400, { error: { code: 5, message: "m" } }],
  "members of other types": [400, { error: { code: null, message: 5, status: 5, details: "x" } }],
  "members in the error": [400, { error: { message: "m", status: "ABORTED", more: 1 } }],
  "a word that every object has": [400, { error: { message: "m", status: "toString" } }],
  "a wrong key": [400, { error: { message: "API key not valid. Please pass one." } }],
  "a key that is invalid": [400, { error: { message: "m", details: [5, { reason: "API_KEY_INVALID" }] } }],
  "a key that has expired": [400, { error: { message: "m", details: [{ reason: "API_KEY_EXPIRED" }] } }],
  "another reason": [400, { error: { message: "m", details: [{ reason: "OTHER" }] } }],
  "too many tokens": [
    400,
    { error: { message: "The input token count (5) exceeds the maximum number of tokens allowed (4)." } },
  ],
  "a field": [
    400,
    {
      error: { message: "m", details: [5, { a: 1 }, { fieldViolations: [{ field: "f" }, { field: "g" }] }] },
    },
  ],
  "a field that is no text": [
    400,
    { error: { message: "m", details: [{ fieldViolations: [{ field: 5 }, 5] }, { fieldViolations: {} }] } },
  ],
  ...Object.fromEntries(
    WORDS.map((word) => [word, [400, { error: { message: "m", status: word } }] as const]),
  ),
} as const;

describe("the forms of errors", () => {
  describeForms(
    "reads the status of a body that says nothing",
    listReadStatuses(gemini),
    `
    status 0: validation_failed
    status 400: validation_failed
    status 401: backend_auth_failed
    status 402: validation_failed
    status 403: backend_auth_failed
    status 404: backend_model_not_found
    status 408: backend_timeout
    status 409: backend_unavailable
    status 413: validation_failed
    status 418: validation_failed
    status 429: backend_rate_limited
    status 499: run_cancelled
    status 500: backend_unavailable
    status 501: capability_unsupported
    status 503: backend_unavailable
    status 504: backend_timeout
    status 529: backend_unavailable
    `,
  );
  describeForms(
    "reads each body",
    listReadErrors(gemini, answers),
    `
    an empty body: {"code":"backend_unavailable","status":503,"message":"status 503"}
    a plain text: {"code":"validation_failed","status":400,"message":"gone"}
    a JSON text: {"code":"backend_model_not_found","status":400,"message":"m","type":"NOT_FOUND"}
    a list: {"code":"backend_rate_limited","status":404,"message":"m","type":"RESOURCE_EXHAUSTED","vendorCode":"429"}
    a list without an error: {"code":"backend_model_not_found","status":404,"message":"status 404"}
    an error that is a text: {"code":"backend_unavailable","status":500,"message":"e"}
    an error in a good answer: {"code":"backend_rate_limited","status":429,"message":"m","vendorCode":"429"}
    an error without a code in a good answer: {"code":"validation_failed","status":500,"message":"m"}
    a code that is a text: {"code":"validation_failed","status":400,"message":"m","vendorCode":"c"}
    a code that is no status: {"code":"validation_failed","status":400,"message":"m","vendorCode":"5"}
    members of other types: {"code":"validation_failed","status":400,"message":"status 400","vendor":{"gemini":{"details":"x"}}}
    members in the error: {"code":"backend_unavailable","status":400,"message":"m","type":"ABORTED","vendor":{"gemini":{"more":1}}}
    a word that every object has: {"code":"validation_failed","status":400,"message":"m","type":"toString"}
    a wrong key: {"code":"backend_auth_failed","status":400,"message":"API key not valid. Please pass one."}
    a key that is invalid: {"code":"backend_auth_failed","status":400,"message":"m","vendor":{"gemini":{"details":[5,{"reason":"API_KEY_INVALID"}]}}}
    a key that has expired: {"code":"backend_auth_failed","status":400,"message":"m","vendor":{"gemini":{"details":[{"reason":"API_KEY_EXPIRED"}]}}}
    another reason: {"code":"validation_failed","status":400,"message":"m","vendor":{"gemini":{"details":[{"reason":"OTHER"}]}}}
    too many tokens: {"code":"backend_context_length","status":400,"message":"The input token count (5) exceeds the maximum number of tokens allowed (4)."}
    a field: {"code":"validation_failed","status":400,"message":"m","param":"f","vendor":{"gemini":{"details":[5,{"a":1},{"fieldViolations":[{"field":"f"},{"field":"g"}]}]}}}
    a field that is no text: {"code":"validation_failed","status":400,"message":"m","vendor":{"gemini":{"details":[{"fieldViolations":[{"field":5},5]},{"fieldViolations":{}}]}}}
    INVALID_ARGUMENT: {"code":"validation_failed","status":400,"message":"m","type":"INVALID_ARGUMENT"}
    FAILED_PRECONDITION: {"code":"validation_failed","status":400,"message":"m","type":"FAILED_PRECONDITION"}
    OUT_OF_RANGE: {"code":"validation_failed","status":400,"message":"m","type":"OUT_OF_RANGE"}
    UNAUTHENTICATED: {"code":"backend_auth_failed","status":400,"message":"m","type":"UNAUTHENTICATED"}
    PERMISSION_DENIED: {"code":"backend_auth_failed","status":400,"message":"m","type":"PERMISSION_DENIED"}
    NOT_FOUND: {"code":"backend_model_not_found","status":400,"message":"m","type":"NOT_FOUND"}
    ABORTED: {"code":"backend_unavailable","status":400,"message":"m","type":"ABORTED"}
    ALREADY_EXISTS: {"code":"validation_failed","status":400,"message":"m","type":"ALREADY_EXISTS"}
    RESOURCE_EXHAUSTED: {"code":"backend_rate_limited","status":400,"message":"m","type":"RESOURCE_EXHAUSTED"}
    CANCELLED: {"code":"run_cancelled","status":400,"message":"m","type":"CANCELLED"}
    DATA_LOSS: {"code":"backend_unavailable","status":400,"message":"m","type":"DATA_LOSS"}
    UNKNOWN: {"code":"backend_unavailable","status":400,"message":"m","type":"UNKNOWN"}
    INTERNAL: {"code":"backend_unavailable","status":400,"message":"m","type":"INTERNAL"}
    UNIMPLEMENTED: {"code":"capability_unsupported","status":400,"message":"m","type":"UNIMPLEMENTED"}
    UNAVAILABLE: {"code":"backend_unavailable","status":400,"message":"m","type":"UNAVAILABLE"}
    DEADLINE_EXCEEDED: {"code":"backend_timeout","status":400,"message":"m","type":"DEADLINE_EXCEEDED"}
    ODD: {"code":"validation_failed","status":400,"message":"m","type":"ODD"}
    `,
  );
  describeForms(
    "writes each of our codes",
    listWrittenCodes(gemini),
    `
    permission_denied: 400{"code":400,"status":"INVALID_ARGUMENT"} 401{"code":401,"status":"UNAUTHENTICATED"} 402{"code":402,"status":"INVALID_ARGUMENT"} 403{"code":403,"status":"<code>"} 404{"code":404,"status":"NOT_FOUND"} 408{"code":408,"status":"DEADLINE_EXCEEDED"} 409{"code":409,"status":"ABORTED"} 413{"code":413,"status":"INVALID_ARGUMENT"} 418{"code":418,"status":"INVALID_ARGUMENT"} 429{"code":429,"status":"RESOURCE_EXHAUSTED"} 499{"code":499,"status":"CANCELLED"} 500{"code":500,"status":"INTERNAL"} 501{"code":501,"status":"UNIMPLEMENTED"} 503{"code":503,"status":"UNAVAILABLE"} 504{"code":504,"status":"DEADLINE_EXCEEDED"} 529{"code":529,"status":"UNAVAILABLE"}
    most codes: 400{"code":400,"status":"INVALID_ARGUMENT"} 401{"code":401,"status":"UNAUTHENTICATED"} 402{"code":402,"status":"INVALID_ARGUMENT"} 403{"code":403,"status":"PERMISSION_DENIED"} 404{"code":404,"status":"NOT_FOUND"} 408{"code":408,"status":"DEADLINE_EXCEEDED"} 409{"code":409,"status":"ABORTED"} 413{"code":413,"status":"INVALID_ARGUMENT"} 418{"code":418,"status":"INVALID_ARGUMENT"} 429{"code":429,"status":"RESOURCE_EXHAUSTED"} 499{"code":499,"status":"CANCELLED"} 500{"code":500,"status":"INTERNAL"} 501{"code":501,"status":"UNIMPLEMENTED"} 503{"code":503,"status":"UNAVAILABLE"} 504{"code":504,"status":"DEADLINE_EXCEEDED"} 529{"code":529,"status":"UNAVAILABLE"}
    mapping_unsupported_capability mapping_dialect_mismatch mapping_lossy_conversion mapping_unmappable_tool contract_version_mismatch contract_schema_violation contract_invalid_receipt capability_unsupported capability_emulation_failed policy_denied policy_invalid ir_lowering_failed ir_invalid dialect_unknown dialect_mapping_failed validation_failed mapping_ambiguous policy_approval_required: 400{"code":400,"status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"<code>","domain":"agent-backplane"}]}
    internal: 400{"code":400,"status":"INVALID_ARGUMENT"} 401{"code":401,"status":"UNAUTHENTICATED"} 402{"code":402,"status":"INVALID_ARGUMENT"} 403{"code":403,"status":"PERMISSION_DENIED"} 404{"code":404,"status":"NOT_FOUND"} 408{"code":408,"status":"DEADLINE_EXCEEDED"} 409{"code":409,"status":"ABORTED"} 413{"code":413,"status":"INVALID_ARGUMENT"} 418{"code":418,"status":"INVALID_ARGUMENT"} 429{"code":429,"status":"RESOURCE_EXHAUSTED"} 499{"code":499,"status":"CANCELLED"} 500{"code":500,"status":"<code>"} 501{"code":501,"status":"UNIMPLEMENTED"} 503{"code":503,"status":"UNAVAILABLE"} 504{"code":504,"status":"DEADLINE_EXCEEDED"} 529{"code":529,"status":"UNAVAILABLE"}
    `,
  );
  describeForms(
    "writes each failure",
    listWrittenErrors(gemini, failuresOf(gemini.id)),
    `
    ours with all members: {"status":400,"body":{"error":{"code":400,"message":"m","status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":"$.tools[0]","description":"m"}]},{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"MAPPING_UNMAPPABLE_TOOL","domain":"agent-backplane","metadata":{"requestId":"r1","abp_code":"E002","rule":"x","list":"a; 1","objects":"[{\\"a\\":1}]","inner":"{\\"b\\":2}","nothing":"null","yes":"true"}}]}}}
    ours with details alone: {"status":503,"body":{"error":{"code":503,"message":"m","status":"UNAVAILABLE","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"BACKEND_UNAVAILABLE","domain":"agent-backplane","metadata":{"abp_code":"E007","rule":"x"}}]}}}
    ours with a request id: {"status":503,"body":{"error":{"code":503,"message":"m","status":"UNAVAILABLE"}}}
    ours with a field: {"status":503,"body":{"error":{"code":503,"message":"m","status":"UNAVAILABLE","details":[{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":"model","description":"m"}]}]}}}
    its own: {"status":503,"body":{"error":{"code":503,"message":"m","status":"UNAVAILABLE","error":{"hint":1},"trace":"t","hint":2}}}
    its own with all members: {"status":503,"body":{"error":{"code":503,"message":"m","status":"UNAVAILABLE","error":{"hint":1},"trace":"t","hint":2}}}
    its own without members: {"status":503,"body":{"error":{"code":503,"message":"m","status":"UNAVAILABLE"}}}
    another vendor's: {"status":503,"body":{"error":{"code":503,"message":"m","status":"UNAVAILABLE"}}}
    another vendor's with a code: {"status":503,"body":{"error":{"code":503,"message":"m","status":"UNAVAILABLE"}}}
    a vendor's code alone: {"status":503,"body":{"error":{"code":503,"message":"m","status":"UNAVAILABLE"}}}
    a mapping of another vendor: {"status":400,"body":{"error":{"code":400,"message":"m","status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"MAPPING_UNMAPPABLE_TOOL","domain":"agent-backplane"}]}}}
    a vendor's type alone: {"status":503,"body":{"error":{"code":503,"message":"m","status":"INVALID_ARGUMENT"}}}
    `,
  );
});
