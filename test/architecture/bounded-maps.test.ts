import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const src = join(import.meta.dirname, "../../src");
const FOLDERS = ["gateway", "server", "daemon", "telemetry", "storage"];

/** Why a map or set that outlives a function cannot grow without limit. `BoundedCache` needs no reason. */
const BOUNDS: Readonly<Record<string, string>> = {
  // They end with one call, answer or request, whose body and answer are limited.
  "gateway/enforcement/call-judge.ts #hosts": "one call",
  "gateway/enforcement/call-judge.ts #approved": "one call",
  "gateway/enforcement/call-judge.ts #approvedRules": "one call",
  "gateway/enforcement/answer-guard.ts #judged": "one call",
  "gateway/enforcement/decision-log.ts #entries": "one call",
  "gateway/search/reply-rounds.ts #places": "one call",
  "gateway/search/reply-rounds.ts #own": "one call",
  "gateway/search/provider-runner.ts #asked": "one call",
  "gateway/facts/tool-call-log.ts #byKey": "one call; 100 tool calls are kept",
  "gateway/id-owners/made-id-watch.ts #seen": "one answer",
  "gateway/endpoints/passed-answer.ts #made": "one answer",
  "gateway/id-owners/resource-ownership.ts #named": "one request",
  "gateway/endpoints/request-reader.ts named": "one request",
  "gateway/endpoints/model-rights.ts #routes": "the configured routes",
  "gateway/endpoints/uploads/uploaded-lines.ts #named": "one request, 10,000 ids",
  // Their keys are names of the configuration or of a fixed table.
  "gateway/routing/recognition.ts cached": "the methods of the endpoint table; each has a bounded cache",
  "gateway/routing/model-directory.ts #cache": "one list for each configured engine, replaced after a minute",
  "gateway/routing/endpoint-index.ts #fixed": "the endpoint table",
  "gateway/routing/endpoint-index.ts #patterns": "the endpoint table",
  "gateway/routing/endpoint-index.ts #methods": "the endpoint table",
  "gateway/id-owners/id-places.ts #places": "the endpoint table",
  "gateway/id-owners/id-places.ts #known": "MAX_KNOWN_NAMES names of MAX_NAME_LENGTH",
  "gateway/mapping/model-check.ts supplies": "the configured providers; each has a bounded cache",
  "gateway/mapping/model-check.ts passed": "the compatibility modes, with and without a stream",
  "server/limits/key-slot-table.ts #columns": "the configured keys",
  "daemon/checkpoint-timer.ts #tenants": "the configured tenants",
  "storage/sqlite/log/log-writer.ts #logs": "the configured tenants",
  "storage/sqlite/sqlite-store.ts #ledgers": "the configured tenants",
  "storage/sqlite/sqlite-ledger.ts #contents": "two for each configured key or tenant",
  "storage/sqlite/sqlite-evidence.ts #cache": "the configured engines; each has a bounded cache",
  "storage/sqlite/head/head-file.ts #open": "the configured tenants",
  "storage/sqlite/reader/ledger-reader.ts #queries": "the queries in the sources",
  "storage/sqlite/writer/lazy-statements.ts #known": "the statements in the sources",
  // Their entries are removed when what they stand for ends.
  "gateway/background/background-calls.ts #running": "the calls under way",
  "gateway/runs/run-account.ts #running": "the calls under way",
  "gateway/runs/run-accounts.ts #open": "the runs under way",
  "gateway/runs/run-accounts.ts #ended": "MAX_ENDED runs",
  "gateway/runs/run-meter.ts #models": "one run, MAX_MODELS names of MAX_NAME_LENGTH",
  "server/context/finished-calls.ts #background": "the calls under way",
  "server/context/host-rule.ts #accepted": "MAX_ACCEPTED_HOSTS names of the daemon itself",
  "server/limits/body-budget.ts #byKey": "the keys with bodies under way",
  "server/websocket/connection-memory.ts #responses":
    "MAX_BYTES_PER_CONNECTION, and a limit for all together",
  "server/websocket/websocket-upgrades.ts #passed": "the open connections",
  "server/websocket/websocket-server.ts #connections": "the open connections",
  "storage/sqlite/log/log-state.ts open": "the runs under way",
  "storage/sqlite/log/open-runs.ts #remaining": "the runs under way",
  "storage/sqlite/sqlite-custody.ts #unwritten": "what the writer has not committed yet",
  "storage/sqlite/control/sqlite-usage.ts #running": "the tenants",
  "storage/sqlite/writer/run-writer.ts #notEnded":
    "the submitted runs that have not ended; the queue of each tenant has a limit",
  "storage/sqlite/writer/writer-server.ts #ports": "the threads of the process",
};

// A member of a class or of an object type, or a constant of a module. A set of constants is filled where it is made.
const MEMBER = /^ {2}(?:readonly )?(#?\w+)(?:: (?:Map|Set)<.*>;| = new (?:Map|Set)(?:<.*>)?\(\);)$/;
const MODULE = /^(?:export )?const (\w+)(?::[^=]*)? = new (?:Map|Set)(?:<.*>)?\(\);$/;

function listMaps(file: string, text: string): string[] {
  return text.split("\n").flatMap((line) => {
    const name = (MEMBER.exec(line) ?? MODULE.exec(line))?.[1];
    return name === undefined ? [] : [`${file} ${name}`];
  });
}

function sources(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(src, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !/\.(test|contract)\.ts$/.test(name))
      .filter((name) => !name.includes("fixtures"))
      .map((name) => join(folder, name)),
  );
}

describe("a map or set that outlives a function", () => {
  it("is recognised wherever it is declared", () => {
    const text = [
      "const cached = new Map<string, number>();",
      "const fixed = new Set([1]);",
      "class A {",
      "  readonly #a = new Map<string, Map<string, number>>();",
      "  readonly checks: Map<string, number>;",
      "  #b = new Set();",
      "    const local = new Map();",
    ].join("\n");
    expect(listMaps("f", text)).toEqual(["f cached", "f #a", "f checks", "f #b"]);
  });

  it("has a bound that is written here", () => {
    const found = new Set(sources().flatMap((file) => listMaps(file, readFileSync(join(src, file), "utf8"))));
    expect([...found].sort()).toEqual(Object.keys(BOUNDS).sort());
  });

  it("names only limits that its file has", () => {
    const missing = Object.entries(BOUNDS).flatMap(([place, bound]) => {
      const text = readFileSync(join(src, place.split(" ")[0]!), "utf8");
      return (bound.match(/MAX_[A-Z_]+/g) ?? []).filter((name) => !text.includes(name));
    });
    expect(missing).toEqual([]);
  });
});
