/** What a hostile request consists of. Members that are absent are those of a good request. */
export interface HostileRequest {
  readonly name: string;
  readonly method?: string;
  readonly target?: string;
  readonly host?: string;
  readonly headers?: readonly string[];
  readonly body?: string;
  /** The content type; null sends none. */
  readonly type?: string | null;
  readonly status: number;
  readonly code: string;
}

const good = '{"document":{"t":"ping","seq":1}}';
const path = "/abp/v1/validate";
const deep = (depth: number) => `{"document":${"[".repeat(depth)}${"]".repeat(depth)}}`;

const body = (name: string, text: string, code = "input_invalid_json", status = 400): HostileRequest => ({
  name: `body: ${name}`,
  body: text,
  status,
  code,
});
const target = (
  name: string,
  text: string,
  status: number,
  code: string,
  method = "GET",
): HostileRequest => ({
  name: `target: ${name}`,
  target: text,
  method,
  status,
  code,
});
const header = (name: string, line: string, status = 400, code = "request_malformed"): HostileRequest => ({
  name: `header: ${name}`,
  headers: [line],
  status,
  code,
});
const method = (text: string, status = 405, code = "method_not_allowed"): HostileRequest => ({
  name: `method: ${text}`,
  method: text,
  body: "",
  status,
  code,
});

/** Requests that a browser, a careless client or an attacker may send. Each is refused, and the daemon goes on. */
export const hostileRequests: readonly HostileRequest[] = [
  method("GET"),
  method("PUT"),
  method("DELETE"),
  method("PATCH"),
  method("OPTIONS"),
  method("TRACE"),
  method("PROPFIND"),
  { ...method("GET", 400, "request_malformed"), name: "method: GET with a body", body: good },
  target("a path that is not there", "/abp/v1/nothing", 404, "route_not_found"),
  target("the prefix alone", "/abp/v1/", 404, "route_not_found"),
  target("a slash at the end", "/abp/v1/version/", 404, "route_not_found"),
  target("two slashes", "/abp/v1//version", 404, "route_not_found"),
  target("another letter case", "/abp/v1/Version", 404, "route_not_found"),
  target("dots", "/abp/v1/../v1/version", 400, "request_malformed"),
  target("encoded dots", "/abp/v1/%2e%2e/version", 400, "request_malformed"),
  target("half encoded dots", "/abp/v1/.%2E/version", 400, "request_malformed"),
  target("a dot", "/abp/v1/./version", 400, "request_malformed"),
  target("a NUL", "/abp/v1/version%00", 400, "request_malformed"),
  target("a backslash", "/abp/v1\\version", 400, "request_malformed"),
  target("a fragment", "/abp/v1/version#x", 400, "request_malformed"),
  target("an encoded slash", "/abp/v1/schemas%2freceipt", 404, "route_not_found"),
  target("an encoded slash in a parameter", "/abp/v1/schemas/a%2fb", 400, "validation_failed"),
  target(
    "a parameter of encoded dots and slashes",
    "/abp/v1/schemas/..%2f..%2fetc",
    400,
    "validation_failed",
  ),
  target("a broken encoding", "/abp/v1/schemas/%zz", 400, "validation_failed"),
  target("bytes that are no UTF-8", "/abp/v1/schemas/%ff%fe", 400, "validation_failed"),
  target("__proto__ as a parameter", "/abp/v1/schemas/__proto__", 400, "validation_failed"),
  target("constructor as a parameter", "/abp/v1/schemas/constructor", 404, "resource_not_found"),
  target("a long parameter", `/abp/v1/schemas/${"a".repeat(4000)}`, 400, "validation_failed"),
  target("a semicolon parameter", "/abp/v1/version;x=1", 404, "route_not_found"),
  target("a line break", "/abp/v1/receipts/a%0d%0ab", 400, "validation_failed"),
  target("an unknown parameter of the query", "/abp/v1/version?x=1", 400, "validation_failed"),
  target("__proto__ in the query", "/abp/v1/version?__proto__=1", 400, "validation_failed"),
  target("a name twice in the query", "/abp/v1/receipts?limit=1&limit=2", 400, "validation_failed"),
  target("a list in the query", "/abp/v1/receipts?limit[]=1", 400, "validation_failed"),
  target("a limit of 0", "/abp/v1/receipts?limit=0", 400, "validation_failed"),
  target("a limit that is huge", "/abp/v1/receipts?limit=1e9", 400, "validation_failed"),
  target("a limit in words", "/abp/v1/receipts?limit=all", 400, "validation_failed"),
  target("a negative limit", "/abp/v1/receipts?limit=-1", 400, "validation_failed"),
  target("a cursor that is none", "/abp/v1/receipts?cursor=AAAA", 400, "validation_failed"),
  target("a cursor of another list", "/abp/v1/receipts?cursor=WyJydW5zIiwxXQ", 400, "validation_failed"),
  target("a cursor below 0", "/abp/v1/receipts?cursor=WyJyZWNlaXB0cyIsLTFd", 400, "validation_failed"),
  target("a cursor that is long", `/abp/v1/receipts?cursor=${"A".repeat(1000)}`, 400, "validation_failed"),
  target("a query that is no UTF-8", "/abp/v1/receipts?backend=%c3%28", 400, "validation_failed"),
  target("a huge query", `/abp/v1/version?${"a=1&".repeat(3000)}`, 400, "validation_failed"),
  target("an outcome that is none", "/abp/v1/receipts?outcome=good", 400, "validation_failed"),
  target("an engine that is not there", "/abp/v1/engines/..%2f/state", 404, "engine_not_found"),
  target("a dialect that is not there", "/abp/v1/register/claude/x", 404, "resource_not_found"),
  body("none", "", "validation_failed"),
  body("not JSON", "hello"),
  body("cut short", '{"document":'),
  body("a name twice", '{"document":1,"document":2}'),
  body("a name twice, once escaped", '{"document":1,"docum\\u0065nt":2}'),
  body("__proto__", '{"__proto__":{},"document":1}'),
  body("deep nesting", deep(2000)),
  body("a comment", '{"document":1}//'),
  body("two values", `${good}${good}`),
  body("a trailing comma", '{"document":1,}'),
  body("NaN", '{"document":NaN}'),
  body("a number that a double cannot hold", '{"document":9007199254740993}'),
  body("a number too large", '{"document":1e400}'),
  body("half a surrogate pair", '{"document":"\\ud800"}'),
  body("no UTF-8", '{"document":"\xff"}'),
  body("a byte order mark", "\xef\xbb\xbf{}"),
  body("an array", "[]", "validation_failed"),
  body("null", "null", "validation_failed"),
  body("an unknown member", '{"document":1,"x":2}', "validation_failed"),
  body("a wrong type", '{"document":1,"kind":7}', "validation_failed"),
  body("an unknown kind", '{"document":1,"kind":"constructor"}', "validation_failed"),
  {
    ...body("a form", "document=1", "media_type_unsupported", 415),
    type: "application/x-www-form-urlencoded",
  },
  { ...body("text", good, "media_type_unsupported", 415), type: "text/plain" },
  { ...body("no type", good, "media_type_unsupported", 415), type: null },
  {
    ...body("a type that only begins right", good, "media_type_unsupported", 415),
    type: "application/jsonx",
  },
  { ...body("a file", good, "media_type_unsupported", 415), type: "multipart/form-data; boundary=x" },
  header("a content encoding", "Content-Encoding: gzip", 415, "media_type_unsupported"),
  header("two content types", "Content-Type: application/json"),
  header("two keys", "x-api-key: other"),
  header("an origin", "Origin: https://evil.example", 403, "host_denied"),
  header("an opaque origin", "Origin: null", 403, "host_denied"),
  header("an underscore", "x_api_key: x"),
  header("an upgrade", "Upgrade: h2c"),
  header("an expectation", "Expect: 200-ok"),
  header("a transfer coding", "Transfer-Encoding: gzip"),
  header("an idempotency key without an effect", "Idempotency-Key: a", 400, "validation_failed"),
  { name: "host: of another site", host: "evil.example", status: 403, code: "host_denied" },
  { name: "host: an address of the network", host: "192.168.0.1", status: 403, code: "host_denied" },
  { name: "host: none that is one", host: "a b", status: 400, code: "request_malformed" },
].map((one) => ({ method: "POST", target: path, body: one.method === "GET" ? "" : good, ...one }));
