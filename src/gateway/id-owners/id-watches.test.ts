import { describe, expect, it, vi } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { findDialect } from "../../dialects/index.ts";
import { type WatchedCall, watchIds } from "./id-watches.ts";

const codex = findDialect("codex");

/** What a call at an account that others use too is like, and what is stored for it. */
function watch({
  request = {},
  engine = {},
  operation = "generate",
  keep = async () => undefined,
}: {
  request?: object;
  engine?: object;
  operation?: string;
  keep?: (resources: unknown) => Promise<void>;
}) {
  const report = vi.fn();
  const kept = vi.fn(keep);
  const question = {
    owner: { runId: "run-1" },
    context: { report },
    request: {
      dialect: codex,
      admission: {
        caller: { owner: "key:me", readsUnowned: false },
        recognised: { endpoint: { operation } },
      },
      stateMembers: {},
      makesThings: false,
      ...request,
    },
    target: { engine: { name: "e", dialect: codex, keepsResponses: true, isSimulated: false, ...engine } },
    ledger: { contentOf: () => ({ engineResponses: {}, resourceOwners: { keep: kept } }) },
  };
  return { ...watchIds(question as unknown as WatchedCall), report, kept };
}

function opened(parts: Parameters<typeof watch>[0]): string[] {
  const { idWatch, madeIds, keepItems } = watch(parts);
  return Object.entries({ idWatch, madeIds, keepItems }).flatMap(([name, one]) =>
    one === undefined ? [] : [name],
  );
}

describe("the ids in an answer", () => {
  it.each<[string, Parameters<typeof watch>[0], string[]]>([
    ["a call whose response the engine keeps", {}, ["idWatch", "keepItems"]],
    ["a new conversation", { operation: "create_conversation" }, ["idWatch", "keepItems"]],
    ["another operation", { operation: "count_tokens" }, ["keepItems"]],
    ["a call that is not to be stored", { request: { stateMembers: { store: false } } }, []],
    ["a dialect without state", { request: { dialect: findDialect("claude") } }, []],
    ["an engine that keeps nothing", { engine: { keepsResponses: false } }, []],
    ["a simulated engine", { engine: { isSimulated: true } }, ["idWatch"]],
    ["an engine that is called with the caller's key", { engine: { usesCallerKey: true } }, ["idWatch"]],
    ["a call that makes things", { request: { makesThings: true } }, ["idWatch", "madeIds", "keepItems"]],
  ])("of %s are watched for", (_, parts, expected) => {
    expect(opened(parts)).toEqual(expected);
  });

  it("of items are stored for the caller, and a failure is reported", async () => {
    const { keepItems, kept } = watch({});
    keepItems?.([]);
    expect(kept).not.toHaveBeenCalled();
    keepItems?.(["a", "b"]);
    expect(kept.mock.calls).toEqual([
      [
        [
          { engine: "e", id: "a" },
          { engine: "e", id: "b" },
        ],
      ],
    ]);
    const broken = new Error("the disk is full");
    const failing = watch({ keep: () => Promise.reject(broken) });
    failing.keepItems?.(["a"]);
    await eventually(() =>
      expect(failing.report.mock.calls).toEqual([["the owner of an id could not be stored", broken]]),
    );
  });
});
