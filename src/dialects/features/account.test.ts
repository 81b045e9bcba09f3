import { describe, expect, it } from "vitest";
import type { LossEntry, LossReport } from "../../contract/index.ts";
import type { WriterNote } from "../codec/writer-note.ts";
import type { Dialect } from "../dialect.ts";
import { Origins } from "../origins.ts";
import { findDialect } from "../registry/lookup.ts";
import { accountNote, accountReply, accountRequest, type LossRules, refuseLosses } from "./account.ts";
import type { FeatureId } from "./feature.ts";
import { emulated, type FeatureSupport, native, none, rewritten } from "./feature-support.ts";
import type { UsedFeature } from "./used-features.ts";

/** Claude, with other support for some features. */
function dialect(id: string, changes: Partial<Record<FeatureId, FeatureSupport>> = {}): Dialect {
  const claude = findDialect("claude");
  return {
    ...claude,
    id,
    features: { ...claude.features, ...changes },
    binds: (member) => member === "bound",
  };
}

function account(
  used: UsedFeature,
  changes: Partial<Record<FeatureId, FeatureSupport>>,
  rules: LossRules = {},
  origins = new Origins(),
): LossEntry {
  const [entry] = accountRequest([used], origins, dialect("from"), dialect("to", changes), rules);
  return entry!;
}

const candidates: UsedFeature = { feature: "candidates", node: undefined };
const user: UsedFeature = { feature: "user", node: undefined };

describe("the account of a request", () => {
  it("maps what the target carries, and says where", () => {
    expect(account(candidates, { candidates: native("$.candidates") })).toEqual({
      path: "$",
      feature: "candidates",
      disposition: "mapped",
      reason: "as $.candidates",
    });
    expect(account(candidates, { candidates: native("") }).reason).toBe("");
    expect(account(candidates, { candidates: native("$.candidates", "rounded") }).reason).toBe("rounded");
    expect(account(candidates, { candidates: rewritten("$.x", "as x") })).toMatchObject({
      disposition: "mapped",
      reason: "as x",
    });
  });

  it("refuses a loss of the contract and discloses an advisory one, unless the support decides", () => {
    expect(account(candidates, { candidates: none("no candidates") })).toMatchObject({
      disposition: "refused",
      reason: "no candidates",
    });
    expect(account(user, { user: none("no user") }).disposition).toBe("disclosed");
    expect(account(candidates, { candidates: none("no candidates", "disclosed") }).disposition).toBe(
      "disclosed",
    );
    expect(account(user, { user: none("no user", "refused") }).disposition).toBe("refused");
  });

  it("refuses what would be disclosed when the caller is strict", () => {
    expect(account(user, { user: none("no user") }, { strict: true }).disposition).toBe("refused");
    expect(account(user, { user: native("$.user") }, { strict: true }).disposition).toBe("mapped");
    expect(account(user, { user: none("no user") }, { strict: false }).disposition).toBe("disclosed");
  });

  it("discloses what a strict caller waives, and never what is refused in both modes", () => {
    const rules = { strict: true, waived: ["user", "candidates"] };
    expect(account(user, { user: none("no user") }, rules).disposition).toBe("disclosed");
    expect(account(user, { user: none("no user", "refused") }, rules).disposition).toBe("refused");
    expect(account(candidates, { candidates: none("no candidates") }, rules).disposition).toBe("refused");
    expect(account(candidates, { candidates: emulated("x", "y") }, rules).disposition).toBe("refused");
  });

  it("counts on an emulator only when it is in use", () => {
    const support = { candidates: emulated("candidates.fake", "no candidates") };
    expect(account(candidates, support, { emulators: ["candidates.fake"] })).toMatchObject({
      disposition: "emulated",
      emulator: "candidates.fake",
      reason: "no candidates",
    });
    for (const rules of [{}, { emulators: [] }, { emulators: ["other"] }])
      expect(account(candidates, support, rules)).toMatchObject({
        disposition: "refused",
        reason: "no candidates; the emulator candidates.fake is not in use",
      });
  });

  it("loses nothing if the value is the one that is assumed anyway", () => {
    const neutral = { ...candidates, neutral: true };
    const assumed = { disposition: "mapped", reason: "the value that is assumed without it" };
    expect(account(neutral, { candidates: none("no candidates") })).toMatchObject(assumed);
    expect(account(neutral, { candidates: emulated("x", "y") })).toMatchObject(assumed);
    expect(account(neutral, { candidates: native("$.candidates") }).reason).toBe("as $.candidates");
    expect(account({ ...candidates, neutral: false }, { candidates: none("no") }).disposition).toBe(
      "refused",
    );
  });

  it("discloses the loss of something optional", () => {
    expect(
      account({ ...candidates, optional: true }, { candidates: none("no candidates") }).disposition,
    ).toBe("disclosed");
    expect(
      account({ ...candidates, optional: true }, { candidates: none("no candidates") }, { strict: true })
        .disposition,
    ).toBe("refused");
    expect(
      account({ ...candidates, optional: false }, { candidates: none("no candidates") }).disposition,
    ).toBe("refused");
  });

  it("discloses a member of another dialect, and refuses one that the answer depends on", () => {
    const member = (name: string, more: Partial<UsedFeature> = {}): UsedFeature => ({
      feature: "vendor",
      node: undefined,
      vendor: { dialect: "from", member: name, value: 1 },
      ...more,
    });
    expect(account(member("loose"), {})).toEqual({
      path: "$.loose",
      feature: "vendor",
      disposition: "disclosed",
      reason: "to does not know loose",
    });
    expect(account(member("bound"), {}).disposition).toBe("refused");
    expect(account(member("bound", { node: {} }), {}).disposition).toBe("disclosed");
    const foreign = { vendor: { dialect: "third", member: "bound", value: 1 } };
    expect(account(member("bound", foreign), {}).disposition).toBe("disclosed");
    const home = { vendor: { dialect: "to", member: "bound", value: 1 } };
    expect(account(member("bound", home), {})).toMatchObject({ disposition: "mapped", reason: "as .bound" });
  });

  it("carries a unit of the target's own dialect, and no other", () => {
    const unit = (id: string): UsedFeature => ({ feature: "opaque", node: { dialect: id } });
    expect(account(unit("to"), { opaque: none("x") }).disposition).toBe("mapped");
    expect(account(unit("from"), { opaque: none("x") }).disposition).toBe("refused");
    expect(account({ feature: "opaque", node: {} }, { opaque: none("x") }).disposition).toBe("refused");
  });

  it("names the place in the caller's own document", () => {
    const origins = new Origins();
    const node = origins.mark({}, "$.messages[2]");
    const at = (used: UsedFeature, own: FeatureSupport) =>
      accountRequest([used], origins, dialect("from", { candidates: own }), dialect("to"), {})[0]!.path;
    expect(at({ ...candidates, node }, native(".candidates"))).toBe("$.messages[2].candidates");
    expect(at({ ...candidates, node }, native("$.candidates"))).toBe("$.candidates");
    expect(at({ ...candidates, node: {} }, native(".candidates"))).toBe("$.candidates");
    expect(at(candidates, none("nowhere"))).toBe("$");
    const named = (member: string): UsedFeature => ({
      feature: "vendor",
      node,
      vendor: { dialect: "from", member },
    });
    expect(at(named("a_b-c$1"), none(""))).toBe("$.messages[2].a_b-c$1");
    expect(at(named("tools[2].description"), none(""))).toBe("$.messages[2].tools[2].description");
    expect(at(named("a b"), none(""))).toBe('$.messages[2]["a b"]');
    expect(at(named("1a"), none(""))).toBe('$.messages[2]["1a"]');
  });
});

describe("the account of a request that only counts tokens", () => {
  const count = { operation: "count_tokens" } as const;
  const disposition = (feature: FeatureId, rules: LossRules = count) =>
    account({ feature, node: undefined }, { [feature]: none("no") }, rules).disposition;

  it("does not refuse what has no part in the count", () => {
    const uncounted: FeatureId[] = [
      "max_output_tokens",
      "temperature",
      "stream",
      "cache.key",
      "user",
      "output.json",
      "reasoning.mode",
      "tool_choice.required",
      "parallel_tool_calls",
    ];
    for (const feature of uncounted) expect(disposition(feature, { ...count, strict: true })).toBe("mapped");
    expect(account(candidates, { candidates: none("no") }, count).reason).toBe("has no part in the count");
  });

  it("refuses what is counted", () => {
    for (const feature of ["image.url", "tool.function", "role.developer", "thinking.text"] as const)
      expect(disposition(feature, { ...count, strict: true })).toBe("refused");
  });

  it("discloses as any other account does, and refuses as any other does for an answer", () => {
    expect(disposition("user")).toBe("disclosed");
    expect(disposition("logit_bias", { operation: "generate" })).toBe("refused");
    expect(disposition("logit_bias", {})).toBe("refused");
  });
});

describe("the account of a reply", () => {
  it("discloses what the caller's dialect has no place for", () => {
    const claude = findDialect("claude");
    const caller: Dialect = {
      ...claude,
      id: "to",
      replyFeatures: {
        ...claude.replyFeatures,
        id: native("$.id"),
        created: none("no time"),
        model: emulated("x", "by x"),
        text: rewritten(".t", "as t"),
      },
    };
    const used = (["id", "created", "model", "text"] as const).map((feature) => ({
      feature,
      node: undefined,
    }));
    expect(accountReply(used, new Origins(), claude, caller)).toEqual([
      { path: "$.id", feature: "id", disposition: "mapped", reason: "as $.id" },
      { path: "$", feature: "created", disposition: "disclosed", reason: "no time" },
      { path: "$.model", feature: "model", disposition: "disclosed", reason: "by x" },
      { path: "$", feature: "text", disposition: "mapped", reason: "as t" },
    ]);
  });
});

describe("the note of a writer", () => {
  const note: WriterNote = { node: undefined, at: "$.x", disposition: "disclosed", reason: "r" };
  const entryOf = (changes: Partial<WriterNote>, rules: LossRules = {}, origins = new Origins()) =>
    accountNote({ ...note, ...changes }, origins, dialect("from", { candidates: native("$.mine") }), rules);

  it("becomes an entry, refused when the caller is strict", () => {
    expect(entryOf({})).toEqual({ path: "$.x", disposition: "disclosed", reason: "r" });
    expect(entryOf({}, { strict: true }).disposition).toBe("refused");
    expect(entryOf({ rule: "r" }, { strict: true, waived: ["r"] }).disposition).toBe("disclosed");
    expect(entryOf({ disposition: "mapped" }, { strict: true }).disposition).toBe("mapped");
    expect(entryOf({ feature: "candidates" }).feature).toBe("candidates");
  });

  it("names the caller's own place of the feature, or of the node", () => {
    expect(entryOf({ feature: "candidates" }).path).toBe("$.mine");
    expect(entryOf({ feature: "no_such_feature" }).path).toBe("$.x");
    expect(entryOf({ feature: "text" }).path).toBe("$.x");
    const origins = new Origins();
    const node = origins.mark({}, "$.messages[0]");
    expect(entryOf({ node, at: ".y" }, {}, origins).path).toBe("$.messages[0].y");
    expect(entryOf({ node, at: "$.z" }, {}, origins).path).toBe("$.z");
    expect(entryOf({ node: {}, at: ".y" }).path).toBe("$.y");
  });

  it("does not refuse a count that it has no part in", () => {
    const count = { operation: "count_tokens" } as const;
    expect(entryOf({ disposition: "refused", feature: "candidates" }, count).disposition).toBe("mapped");
    expect(entryOf({ disposition: "refused", feature: "text" }, count).disposition).toBe("refused");
    expect(entryOf({ disposition: "refused" }, count).disposition).toBe("refused");
  });
});

describe("refusing", () => {
  const report = (...entries: LossEntry[]): LossReport => ({
    from: "from",
    to: "to",
    direction: "request",
    entries,
  });
  const refused: LossEntry = {
    path: "$.a",
    feature: "candidates",
    disposition: "refused",
    reason: "no candidates",
  };

  it("does nothing if nothing is refused", () => {
    expect(() => refuseLosses(report({ ...refused, disposition: "disclosed" }))).not.toThrow();
    expect(() => refuseLosses(report())).not.toThrow();
  });

  it("names the first loss, counts the others and lists all", () => {
    const other: LossEntry = { path: "$.b", disposition: "refused", reason: "no b" };
    expect(() => refuseLosses(report({ ...refused, disposition: "mapped" }, refused, other))).toThrow(
      expect.objectContaining({
        code: "mapping_unsupported_capability",
        message: "cannot be honoured by to: no candidates (and 1 more)",
        where: "$.a",
        details: {
          feature: "candidates",
          dialect: "from",
          engine: "to",
          param: "$.a",
          refused: [
            { path: "$.a", feature: "candidates", reason: "no candidates" },
            { path: "$.b", feature: null, reason: "no b" },
          ],
        },
      }),
    );
    expect(() => refuseLosses(report(refused))).toThrow(/no candidates$/);
  });

  it("has a code of its own for tools", () => {
    expect(() => refuseLosses(report({ ...refused, feature: "tool.server" }))).toThrow(
      expect.objectContaining({ code: "mapping_unmappable_tool" }),
    );
    expect(() => refuseLosses(report({ ...refused, feature: "tool_choice.auto" }))).toThrow(
      expect.objectContaining({ code: "mapping_unsupported_capability" }),
    );
  });
});
