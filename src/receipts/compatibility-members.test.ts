import { describe, expect, it } from "vitest";
import { compatibleText, hashCompatible } from "./compatibility.ts";

const ts = "2025-01-01T00:00:00Z";
const id = "00000000-0000-4000-8000-000000000001";
const events = {
  run_started: { message: "m" },
  run_completed: { message: "m" },
  warning: { message: "m" },
  error: { message: "m", error_code: "internal" },
  assistant_delta: { text: "t" },
  assistant_message: { text: "t" },
  tool_call: { tool_name: "Read", tool_use_id: "1", parent_tool_use_id: "0", input: { a: 1 } },
  tool_result: { tool_name: "Read", tool_use_id: "1", output: [1], is_error: true },
  file_changed: { path: "a", summary: "s" },
  command_executed: { command: "ls", exit_code: 0, output_preview: "o" },
};
const traced = (type: keyof typeof events, more: object = {}) => ({
  ts,
  type,
  ...events[type],
  ext: { a: 1 },
  ...more,
});
const names = Object.keys(events) as (keyof typeof events)[];
const whole = {
  meta: {
    run_id: id,
    work_order_id: id,
    contract_version: "abp/v0.1",
    started_at: ts,
    finished_at: ts,
    duration_ms: 1,
  },
  backend: { id: "mock", backend_version: "1", adapter_version: "2" },
  capabilities: {
    streaming: "native",
    tool_read: "emulated",
    tool_bash: "unsupported",
    mcp: { restricted: { reason: "r" } },
  },
  mode: "passthrough",
  usage_raw: { tokens: 1 },
  usage: {
    input_tokens: 1,
    output_tokens: 2,
    cache_read_tokens: 3,
    cache_write_tokens: 4,
    request_units: 5,
    estimated_cost_usd: 0.5,
  },
  trace: names.map((type) => traced(type)),
  artifacts: [{ kind: "patch", path: "p" }],
  verification: { git_diff: "d", git_status: "s", harness_ok: true },
  outcome: "partial",
  receipt_sha256: null,
};

/** Every member of a value that is no list, as its path and its members' names. */
function* pathsOf(value: unknown, path: readonly string[] = []): Generator<readonly string[]> {
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (!Array.isArray(value)) yield [...path, name];
    yield* pathsOf(member, [...path, name]);
  }
}

/** The complaint about a receipt whose member at `path` has another value; undefined if it is accepted. */
function complaint(path: readonly string[], value: unknown): string | undefined {
  const changed = structuredClone(whole) as object;
  let parent = changed as Record<string, object>;
  for (const name of path.slice(0, -1)) parent = parent[name] as Record<string, object>;
  Object.assign(parent, { [path.at(-1)!]: value });
  const answer = hashCompatible(JSON.stringify(changed));
  if (typeof answer === "string") return undefined;
  expect(answer).toEqual({
    code: "contract_schema_violation",
    where: answer.message.split(" ")[0],
    message: answer.message,
  });
  return answer.message;
}

describe("a receipt of abp/v0.1", () => {
  it("keeps each of its members, and no other", () => {
    expect(JSON.parse(compatibleText(JSON.stringify(whole)))).toEqual(whole);
    const more = (value: object) => ({ ...value, extra: 1 });
    const extended = {
      ...more(whole),
      meta: more(whole.meta),
      backend: more(whole.backend),
      usage: more(whole.usage),
      trace: whole.trace.map(more),
      artifacts: whole.artifacts.map(more),
      verification: more(whole.verification),
      receipt_sha256: "any",
    };
    expect(JSON.parse(compatibleText(JSON.stringify(extended)))).toEqual(whole);
    const coded = { ...whole, trace: [traced("warning", { error_code: "internal" })] };
    expect(JSON.parse(compatibleText(JSON.stringify(coded))).trace).toEqual([traced("warning")]);
  });

  it("is refused without a member that it needs, and the message names it", () => {
    const messages = [...pathsOf(whole)].flatMap((path) => complaint(path, undefined) ?? []);
    const event = (index: number, ...members: string[]) => [
      `$.trace[${index}].ts is not a timestamp`,
      `$.trace[${index}].type is not an event of abp/v0.1`,
      ...members.map((member) => `$.trace[${index}].${member}`),
    ];
    expect(messages).toEqual([
      "$.meta is not an object",
      "$.meta.run_id is not a UUID",
      "$.meta.work_order_id is not a UUID",
      "$.meta.contract_version is not a string",
      "$.meta.started_at is not a timestamp",
      "$.meta.finished_at is not a timestamp",
      "$.meta.duration_ms is not an integer from 0 to 18446744073709551615",
      "$.backend is not an object",
      "$.backend.id is not a string",
      "$.capabilities is not an object",
      "$.capabilities.mcp.restricted is not an object",
      "$.capabilities.mcp.restricted.reason is not a string",
      "$.usage_raw is not there",
      "$.usage is not an object",
      "$.trace is not an array",
      ...event(0, "message is not a string"),
      ...event(1, "message is not a string"),
      ...event(2, "message is not a string"),
      ...event(3, "message is not a string"),
      ...event(4, "text is not a string"),
      ...event(5, "text is not a string"),
      ...event(6, "tool_name is not a string", "input is not there"),
      ...event(7, "tool_name is not a string", "output is not there", "is_error is not a boolean"),
      ...event(8, "path is not a string", "summary is not a string"),
      ...event(9, "command is not a string"),
      "$.artifacts is not an array",
      "$.artifacts[0].kind is not a string",
      "$.artifacts[0].path is not a string",
      "$.verification is not an object",
      "$.verification.harness_ok is not a boolean",
      "$.outcome is not complete or partial or failed",
    ]);
  });

  it("takes null for what may be absent, and only there", () => {
    const nullable = [...pathsOf(whole)].filter((path) => complaint(path, null) === undefined);
    expect(nullable.map((path) => path.join("."))).toEqual([
      "backend.backend_version",
      "backend.adapter_version",
      "usage_raw",
      "usage_raw.tokens",
      ...Object.keys(whole.usage).map((name) => `usage.${name}`),
      ...[0, 1, 2].flatMap((index) => [`trace.${index}.ext`, `trace.${index}.ext.a`]),
      "trace.3.error_code",
      ...[3, 4, 5].flatMap((index) => [`trace.${index}.ext`, `trace.${index}.ext.a`]),
      ...["tool_use_id", "parent_tool_use_id", "input", "input.a", "ext", "ext.a"].map(
        (name) => `trace.6.${name}`,
      ),
      ...["tool_use_id", "output", "ext", "ext.a"].map((name) => `trace.7.${name}`),
      ...["ext", "ext.a"].map((name) => `trace.8.${name}`),
      ...["exit_code", "output_preview", "ext", "ext.a"].map((name) => `trace.9.${name}`),
      "verification.git_diff",
      "verification.git_status",
      "receipt_sha256",
    ]);
  });

  it("has exit codes of 32 bits, counts of 64 bits, and only the events of its version", () => {
    const code = (value: unknown) => complaint(["trace", "9", "exit_code"], value);
    expect([-(2 ** 31), 2 ** 31 - 1].map(code)).toEqual([undefined, undefined]);
    const refusal = "$.trace[9].exit_code is not an integer from -2147483648 to 2147483647";
    expect([-(2 ** 31) - 1, 2 ** 31, 0.5].map(code)).toEqual([refusal, refusal, refusal]);
    const counted = (literal: string) =>
      hashCompatible(JSON.stringify(whole).replace('"duration_ms":1', `"duration_ms":${literal}`));
    expect([counted("0"), counted("18446744073709551615")]).toEqual([expect.any(String), expect.any(String)]);
    expect(counted("18446744073709551616")).toMatchObject({ where: "$.meta.duration_ms" });
    for (const type of ["toString", "thinking", "", 7])
      expect(complaint(["trace", "0", "type"], type)).toBe("$.trace[0].type is not an event of abp/v0.1");
  });
});
