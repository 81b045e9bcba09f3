import { describe, expect, it } from "vitest";
import { profile as copilot } from "../copilot/profile.ts";
import { profile as kimi } from "../kimi/profile.ts";
import { profile as openai } from "../openai/profile.ts";
import { chatDialect } from "./dialect.ts";

describe.each([openai, kimi, copilot])("the dialect of Chat Completions by the profile of $id", (profile) => {
  const dialect = chatDialect(profile);

  it("has what the profile says of it", () => {
    const { id, title, modelPrefix, endpoints, features, replyFeatures, toolCallIds, accountIds } = profile;
    expect(dialect).toMatchObject({
      ...{ id, title, modelPrefix, endpoints, features, replyFeatures, accountIds },
      endMark: "[DONE]",
      replyIdPrefix: "chatcmpl-",
    });
    expect(dialect.toolCallIds).toBe(toolCallIds);
  });

  it.each(["fileIssuers", "turnHeaders", "otherApis"] as const)(
    "has the member %s if the profile does",
    (name) => {
      expect(dialect[name]).toBe(profile[name]);
      expect(name in dialect).toBe(profile[name] !== undefined);
    },
  );

  it("gives searches back only if the profile says so", () => {
    expect("echoedSearch" in dialect).toBe(profile.echoesSearch === true);
  });

  it("binds no caller and issues nothing", () => {
    expect([dialect.binds("user", "u"), dialect.issued("proof")]).toEqual([false, false]);
  });
});
