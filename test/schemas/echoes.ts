type Members = Readonly<Record<string, unknown>>;

/** Members of a request that the Responses API repeats in its answer as they came. */
const REPEATED = [
  "instructions",
  "max_output_tokens",
  "max_tool_calls",
  "metadata",
  "parallel_tool_calls",
  "previous_response_id",
  "prompt_cache_key",
  "safety_identifier",
  "temperature",
  "tool_choice",
  "top_logprobs",
  "top_p",
  "truncation",
];

/** Where an answer does not repeat what the request asked for. Only the Responses API repeats anything. */
export function wrongEchoes(dialect: string, value: unknown, request: Members): string[] {
  if (dialect !== "codex") return [];
  const answer = responseIn(value as Members);
  if (answer === undefined) return [];
  const faults = REPEATED.filter((name) => request[name] !== undefined).flatMap((name) =>
    differ(answer[name], request[name]) ? [`$.${name}: not what was asked for`] : [],
  );
  return [...faults, ...wrongTools(answer["tools"], request["tools"]), ...wrongParts(answer, request)];
}

/** The Response object: the answer itself, or the one inside an event. */
function responseIn(value: Members): Members | undefined {
  if (value["object"] === "response") return value;
  return value["response"] as Members | undefined;
}

// An answer may add members that the request left out, with their defaults.
function wrongParts(answer: Members, request: Members): string[] {
  return ["text", "reasoning"].flatMap((name) =>
    request[name] === undefined || holds(answer[name], request[name])
      ? []
      : [`$.${name}: not what was asked for`],
  );
}

function wrongTools(written: unknown, asked: unknown): string[] {
  const tools = (asked ?? []) as readonly unknown[];
  const echoed = (written ?? []) as readonly unknown[];
  if (tools.length !== echoed.length) return ["$.tools: not the tools that were offered"];
  return tools.flatMap((tool, index) =>
    holds(echoed[index], tool) ? [] : [`$.tools[${index}]: not the tool that was offered`],
  );
}

/** Whether a value has everything that another one has. */
function holds(value: unknown, wanted: unknown): boolean {
  if (typeof wanted !== "object" || wanted === null || Array.isArray(wanted)) return !differ(value, wanted);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(wanted).every(([name, one]) => holds((value as Members)[name], one));
}

function differ(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) !== JSON.stringify(right);
}
