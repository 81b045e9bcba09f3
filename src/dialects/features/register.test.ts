import { describe, expect, it } from "vitest";
import type { Dialect } from "../dialect.ts";
import { findDialect } from "../registry/lookup.ts";
import { type FeatureId, featureOf, features, isFeature } from "./feature.ts";
import { emulated, type FeatureSupport, native, none, rewritten } from "./feature-support.ts";
import { registerOf } from "./register.ts";
import { type ReplyFeatureId, replyFeatures } from "./reply-feature.ts";

function dialect(
  id: string,
  requests: Partial<Record<FeatureId, FeatureSupport>>,
  replies: Partial<Record<ReplyFeatureId, FeatureSupport>> = {},
): Dialect {
  const claude = findDialect("claude");
  return {
    ...claude,
    id,
    features: { ...claude.features, ...requests },
    replyFeatures: { ...claude.replyFeatures, ...replies },
  };
}

function requestRow(
  from: FeatureSupport,
  to: FeatureSupport,
  feature: FeatureId = "candidates",
  target = "to",
) {
  const register = registerOf(dialect("from", { [feature]: from }), dialect(target, { [feature]: to }));
  return register.request.find((row) => row.feature === feature);
}

describe("the register of a pair", () => {
  it("has a row for every feature of requests and replies", () => {
    const register = registerOf(dialect("from", {}), dialect("to", {}));
    expect(register).toMatchObject({ from: "from", to: "to" });
    expect(register.request.map(({ feature }) => feature)).toEqual(features.map(({ id }) => id));
    expect(register.reply.map(({ feature }) => feature)).toEqual(replyFeatures.map(({ id }) => id));
  });

  it("says where a feature stands on both sides, and how well it survives", () => {
    expect(requestRow(native("$.a"), rewritten("$.b", "as b"))).toEqual({
      feature: "candidates",
      group: "sampling",
      title: "several answers",
      from: "$.a",
      to: "$.b",
      disposition: "mapped",
      fidelity: "lossless",
      note: "as b",
    });
    expect(requestRow(none("x"), native("$.b"))).toMatchObject({ from: undefined, to: "$.b", note: "" });
    expect(requestRow(native("$.a"), emulated("e", "by e"))).toMatchObject({
      to: undefined,
      disposition: "emulated",
      fidelity: "lossy",
    });
  });

  it("refuses a loss of the contract and discloses an advisory one, unless the support decides", () => {
    expect(requestRow(native("$.a"), none("no"))).toMatchObject({
      disposition: "refused",
      fidelity: "unsupported",
    });
    expect(requestRow(native("$.a"), none("no"), "user")).toMatchObject({
      disposition: "disclosed",
      fidelity: "lossy",
    });
    expect(requestRow(native("$.a"), none("no", "disclosed"))).toMatchObject({ disposition: "disclosed" });
  });

  it("loses nothing from a dialect to itself, but for features it does not have", () => {
    expect(requestRow(emulated("e", "by e"), emulated("e", "by e"), "candidates", "from")).toMatchObject({
      to: "",
      disposition: "mapped",
    });
    expect(requestRow(native("$.a"), rewritten("$.b", "x"), "candidates", "from")).toMatchObject({
      to: "$.a",
    });
    expect(requestRow(none("no"), none("no"), "candidates", "from")).toMatchObject({
      disposition: "refused",
    });
  });

  it("discloses every loss in a reply, which goes from the target to the source", () => {
    const caller = dialect("from", {}, { created: none("no time") });
    const engine = dialect("to", {}, { created: native("$.time") });
    const row = registerOf(caller, engine).reply.find(({ feature }) => feature === "created");
    expect(row).toMatchObject({ from: "$.time", to: undefined, disposition: "disclosed", note: "no time" });
  });
});

describe("a feature", () => {
  it("is known by its id", () => {
    expect(featureOf("seed")).toEqual({ id: "seed", group: "sampling", class: "advisory", title: "seed" });
    expect(featureOf("user").class).toBe("advisory");
    expect(isFeature("seed")).toBe(true);
    expect(isFeature("toString")).toBe(false);
    expect(isFeature(undefined)).toBe(false);
  });

  it("is listed once, with its group and class", () => {
    const known = new Set(features.map(({ id }) => id));
    expect(known.size).toBe(features.length);
    for (const feature of features) expect(feature).toEqual(featureOf(feature.id));
    for (const { group, title } of [...features, ...replyFeatures]) {
      expect(group).not.toBe("");
      expect(title).not.toBe("");
    }
  });

  it("is advisory exactly if the caller can go on without it", () => {
    expect(features.filter((one) => one.class === "advisory").map(({ id }) => id)).toEqual([
      "system.block_list",
      "message.name",
      "image.detail",
      "document.text.title",
      "document.text.context",
      "document.text.address",
      "document.title",
      "document.context",
      "document.citations",
      "citation",
      "thinking.text",
      "thinking.signature",
      "thinking.sealed",
      "thinking.redacted",
      "tool_use.signature",
      "reasoning.display",
      "tool.typed",
      "tool.midway",
      "tool.web_search.max_uses",
      "tool.web_search.location",
      "tool.web_search.context_size",
      "tool.web_fetch.settings",
      "tool_use.server",
      "verbosity",
      "temperature",
      "top_p",
      "top_k",
      "seed",
      "frequency_penalty",
      "presence_penalty",
      "stream.usage",
      "cache.hint",
      "cache.automatic",
      "cache.options",
      "cache.key",
      "user",
      "metadata",
      "service_tier",
      "store",
      "vendor",
    ]);
  });
});
