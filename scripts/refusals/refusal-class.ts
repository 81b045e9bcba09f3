/** Why a request was refused, as one entry of the error says it. */
export interface RefusedPart {
  /** The feature; the error's code if the error names no feature. */
  readonly feature: string;
  /** Where it stands in the caller's request. */
  readonly path: string;
  readonly reason: string;
}

/**
 * The kinds of refusal. `contract` is what the design refuses because the answer would mean something else or a promise
 * would be broken; `media` the target lacks; `foreign_id` names what another vendor keeps for the caller; `account_tool` is
 * a tool that works only with the caller's account at its vendor; `other` should not be refused.
 */
export const refusalClasses = ["contract", "media", "foreign_id", "account_tool", "other"] as const;

export type RefusalClass = (typeof refusalClasses)[number];

/** A class, and the words under which the table counts the refusal. */
export interface ClassifiedRefusal {
  readonly class: RefusalClass;
  readonly name: string;
}

type Rule = readonly [features: RegExp, refusalClass: RefusalClass, name: string];

const rules: readonly Rule[] = [
  [/^tool_choice\./, "contract", "tool choice"],
  [/^tool\.mcp\.approval$/, "contract", "consent to calls of an MCP server"],
  [/^tool\.mcp\.allowed_tools$/, "contract", "vendor-run tool: list of allowed tools"],
  [/^tool\.mcp\.(authorization|headers)$/, "account_tool", "credential for an MCP server"],
  [/^tool\.code_execution\.kept$/, "foreign_id", "kept container"],
  [/^tool\.computer_use$/, "contract", "safety checks"],
  [/^stop$/, "contract", "stop sequences"],
  [/^candidates$/, "contract", "several answers"],
  [/^logprobs$/, "contract", "log probabilities"],
  [/^(tool|output)\.(strict|json_schema)$/, "contract", "schema strictness"],
  [/^audio\.file$/, "foreign_id", "file id"],
  [/^audio\./, "contract", "audio"],
  [/^reasoning\.(mode|effort|budget)$/, "contract", "required reasoning"],
  [/^(image|document|video)\.file$/, "foreign_id", "file id"],
  [/^image\./, "media", "image"],
  [/^document\.(base64|url|text)$/, "media", "document"],
  [/^video/, "media", "video"],
];

/** Members of a request that name something which the vendor keeps for its caller. */
const keptByVendor = new Map([
  ["previous_response_id", "kept response"],
  ["conversation", "kept conversation"],
  ["prompt", "kept prompt"],
  ["cachedContent", "kept cache"],
  ["cached_content", "kept cache"],
  ["container", "kept container"],
]);

/** Tools that search or reach what the caller has at the vendor. */
const accountTools = /file_?search|connector|tunnel_id|vector_store|retrieval|datastore/i;

/** Kinds of vendor-run tools, and the dialects whose vendors run one of that kind. */
const counterparts: readonly (readonly [kind: RegExp, dialects: readonly string[]])[] = [
  [/^(web_?search|google_?search|openrouter:web_search|web_search_options)/i, ["claude", "codex", "gemini"]],
  [/^(web_?fetch|url_?context)/i, ["claude", "gemini"]],
  [/^(code_?execution|code_?interpreter)/i, ["claude", "codex", "gemini"]],
  [/^mcp/i, ["claude", "codex", "gemini"]],
];

/** Tools that the caller runs; the type only stands for a schema, so every dialect can offer them. */
const typedClientTools = /^(bash|text_editor|memory|computer|local_shell|shell|apply_patch|str_replace)/i;

/** Units of a history that hold an id or a text which only the vendor can read. */
const keptUnits = new Map([
  ["item_reference", "kept item"],
  ["container_upload", "file id"],
  ["compaction", "sealed summary"],
]);

/** Classifies one part of a refusal towards a dialect. `value` is what stands at its path in the request. */
export function classifyRefusal(part: RefusedPart, value: unknown, to: string): ClassifiedRefusal {
  const member = part.path.replace(/^\$\.?/, "");
  const ruled = rules.find(([features]) => features.test(part.feature));
  if (ruled !== undefined) return { class: ruled[1], name: ruled[2] };
  if (/^tool\.(server|limit|web_search|web_fetch|code_execution|mcp)\b/.test(part.feature))
    return classifyTool(member, value, to);
  if (part.feature === "modalities") return classifyModalities(value);
  if (part.feature === "previous" || part.feature === "vendor") {
    const kept = keptByVendor.get(member);
    if (kept !== undefined) return { class: "foreign_id", name: kept };
    if (member === "mcp_servers") return classifyTool("mcp", undefined, to);
  }
  if (part.feature === "opaque") return classifyUnit(kindOf(value));
  const capability = / lacks (\w+)/.exec(part.reason)?.[1];
  if (part.feature === "capability_unsupported" && capability !== undefined)
    return classifyCapability(capability);
  return { class: "other", name: part.feature };
}

function classifyTool(member: string, value: unknown, to: string): ClassifiedRefusal {
  const kind = kindOf(value, member);
  const text = JSON.stringify(value ?? null);
  const named = (refusalClass: RefusalClass) => ({ class: refusalClass, name: `vendor-run tool: ${kind}` });
  if (accountTools.test(text) || accountTools.test(kind)) return named("account_tool");
  if (typedClientTools.test(kind)) return { class: "other", name: `typed client tool: ${kind}` };
  // A list of domains is a promise, which a target without such a list would break.
  if (/domains/i.test(text)) return { class: "contract", name: "vendor-run tool: domain list" };
  // So is a filter of the tools of an MCP server by what the server says of them.
  if (/"read_only"/.test(text)) return { class: "contract", name: "vendor-run tool: list of allowed tools" };
  const has = counterparts.find(([pattern]) => pattern.test(kind))?.[1].includes(to) === true;
  return named(has ? "other" : "contract");
}

function classifyUnit(kind: string): ClassifiedRefusal {
  const kept = keptUnits.get(kind);
  if (kept !== undefined) return { class: "foreign_id", name: kept };
  // The vendor of a call of the computer checks its safety, and waits for the caller to see what it found.
  if (/^computer_call/.test(kind)) return { class: "contract", name: "safety checks" };
  if (/audio/.test(kind)) return { class: "contract", name: "audio" };
  if (/^(document|image|video)_url$/.test(kind)) return { class: "media", name: kind.replace("_url", "") };
  return { class: "other", name: `history: ${kind}` };
}

function classifyModalities(value: unknown): ClassifiedRefusal {
  const isAudio = /audio/i.test(JSON.stringify(value ?? ""));
  return isAudio ? { class: "contract", name: "audio" } : { class: "media", name: "image in the answer" };
}

function classifyCapability(capability: string): ClassifiedRefusal {
  if (capability === "audio") return { class: "contract", name: "audio" };
  if (capability === "image_input") return { class: "media", name: "image" };
  if (capability === "pdf_input") return { class: "media", name: "document" };
  if (capability === "extended_thinking") return { class: "contract", name: "required reasoning" };
  if (capability === "logprobs") return { class: "contract", name: "log probabilities" };
  return { class: "other", name: `model lacks ${capability}` };
}

// A tool of Gemini is named by its member, any other by its type.
function kindOf(value: unknown, member = ""): string {
  const named = /(\w+)$/.exec(member)?.[1];
  if (typeof value !== "object" || value === null) return named ?? "unknown";
  const { type } = value as { type?: unknown };
  if (typeof type === "string") return type.replace(/_(\d{8}|\d{4}_\d{2}_\d{2})$/, "");
  return named ?? Object.keys(value)[0] ?? "unknown";
}
