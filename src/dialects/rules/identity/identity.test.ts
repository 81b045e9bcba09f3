import { describe, expect, it } from "vitest";
import { findDialect } from "../../registry/lookup.ts";
import { translateRequest } from "../../translate/request.ts";
import { applying } from "../fixtures/applying.ts";
import { cacheKeyLimit } from "./cache-key.ts";
import { metadataLimit } from "./metadata.ts";
import { userLimit } from "./user.ts";

describe("the user's id", () => {
  const limits = { identity: { userLength: 64 } };

  it("is left alone if it fits, or if no limit is known", () => {
    for (const known of [limits, {}, { identity: {} }]) {
      const { before, after, notes } = applying(userLimit, { user: "u".repeat(64) }, known);
      expect(after).toBe(before);
      expect(notes).toEqual([]);
    }
    const { before, after } = applying(userLimit, {}, limits);
    expect(after).toBe(before);
  });

  it("becomes its hash if it is too long, and that is disclosed", () => {
    const user = `user_${"a".repeat(145)}`;
    const { after, notes } = applying(userLimit, { user }, limits);
    expect(after.user).toMatch(/^[0-9a-f]{64}$/);
    expect(applying(userLimit, { user }, limits).after.user).toBe(after.user);
    expect(applying(userLimit, { user: `${user}b` }, limits).after.user).not.toBe(after.user);
    expect(notes).toMatchObject([{ disposition: "disclosed", feature: "user" }]);
    expect(notes[0]!.reason).toContain("150 characters");
  });

  it.each(["ann@example.org", "+49 30 1234567", "(030) 123-4567"])(
    "becomes its hash where it is a contact: %s",
    (user) => {
      const identity = { userLength: 256, contacts: "rejected" as const };
      expect(applying(userLimit, { user }, { identity }).after.user).toMatch(/^[0-9a-f]{64}$/);
      expect(applying(userLimit, { user }, limits).after.user).toBe(user);
    },
  );

  it.each(["user-1", "a@b", "2024-01-01x", "12345", "-------"])("is no contact: %s", (user) => {
    const { after } = applying(userLimit, { user }, { identity: { contacts: "rejected" } });
    expect(after.user).toBe(user);
  });

  it("of a Claude caller reaches an OpenAI engine within its limit", () => {
    const body = {
      model: "m",
      max_tokens: 9,
      metadata: { user_id: "u".repeat(150) },
      messages: [{ role: "user", content: "hi" }],
    };
    const { request, report } = translateRequest(findDialect("claude"), findDialect("openai"), body, {
      limits,
    });
    expect(request.body["user"]).toHaveLength(64);
    expect(report.entries).toContainEqual(
      expect.objectContaining({
        path: "$.metadata.user_id",
        rule: "identity.user",
        disposition: "disclosed",
      }),
    );
  });
});

describe("the key of the prompt cache", () => {
  const limits = { identity: { cacheKeyLength: 64 } };

  it("becomes its hash if it is too long, and keeps the rest of the cache's settings", () => {
    const cache = { key: "k".repeat(65), retention: "24h" };
    const { after, notes } = applying(cacheKeyLimit, { cache }, limits);
    expect(after.cache).toEqual({ key: expect.stringMatching(/^[0-9a-f]{64}$/), retention: "24h" });
    expect(notes).toMatchObject([{ disposition: "mapped", feature: "cache.key" }]);
  });

  it("is left alone if it fits", () => {
    for (const cache of [{ key: "k".repeat(64) }, { retention: "24h" }]) {
      const { before, after } = applying(cacheKeyLimit, { cache }, limits);
      expect(after).toBe(before);
    }
  });
});

describe("metadata", () => {
  const limits = { identity: { metadata: { pairs: 2, keyLength: 4, valueLength: 5 } } };

  it("is left alone if it fits", () => {
    const metadata = { abcd: "12345", b: "" };
    const { before, after } = applying(metadataLimit, { metadata }, limits);
    expect(after).toBe(before);
    expect(applying(metadataLimit, {}, limits).notes).toEqual([]);
  });

  it("loses pairs beyond the limit", () => {
    const { after, notes } = applying(metadataLimit, { metadata: { a: "1", b: "2", c: "3" } }, limits);
    expect(after.metadata).toEqual({ a: "1", b: "2" });
    expect(notes).toMatchObject([
      { disposition: "disclosed", reason: "1 pairs beyond 2 are left out", feature: "metadata" },
    ]);
  });

  it("has names and values cut", () => {
    const { after, notes } = applying(metadataLimit, { metadata: { abcde: "1", b: "123456" } }, limits);
    expect(after.metadata).toEqual({ abcd: "1", b: "12345" });
    expect(notes).toHaveLength(2);
  });

  it("does not overwrite one pair with another that is cut to its name", () => {
    const { after, notes } = applying(metadataLimit, { metadata: { abcd: "1", abcde: "2" } }, limits);
    expect(after.metadata).toEqual({ abcd: "1" });
    expect(notes[0]!.reason).toContain("left out");
  });

  it("writes values that are no text as text", () => {
    const { after, notes } = applying(metadataLimit, { metadata: { a: 12, b: true } }, limits);
    expect(after.metadata).toEqual({ a: "12", b: "true" });
    expect(notes.map(({ reason }) => reason)).toEqual(["2 values are written as text"]);
  });

  it("tells how many pairs are changed, and none of their names or values", () => {
    const long = "secret-name".repeat(20);
    const metadata = { [long]: "x".repeat(600), [`${long}2`]: "y" };
    const { notes } = applying(metadataLimit, { metadata }, limits);
    expect(notes.map(({ reason }) => reason)).toEqual([
      "1 names are cut to that of another pair, so these pairs are left out",
      "1 names are cut to 4 characters",
      "1 values are cut to 5 characters",
    ]);
  });
});
