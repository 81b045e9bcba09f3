import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { findDialect, memoryCustody } from "../../src/dialects/index.ts";
import { translateCall } from "../../src/gateway/index.ts";
import { type ClientRequest, clientRequests } from "../dialects/corpus.ts";
import { sharedExists } from "../shared.ts";

const guide = readFileSync(resolve(import.meta.dirname, "../../docs/gateway.md"), "utf8");

/** The list that the guide shows for a key. */
function documentedList(key: string): string[] {
  const found = new RegExp(`\\[keys\\.${key}\\][^[]*\\nallow_loss = (\\[[^\\]]*\\])`).exec(guide);
  return JSON.parse(found![1]!) as string[];
}

const targets = [
  { dialect: "claude", provider: "anthropic", model: "claude-sonnet-5-5" },
  { dialect: "openai", provider: "openai", model: "gpt-5.4" },
  { dialect: "codex", provider: "openai", model: "gpt-6-sol" },
] as const;

function refusalsOf(agent: string, waived: readonly string[]): string[] {
  const requests = clientRequests().filter(({ name }) => name.startsWith(agent));
  expect(requests.length).toBeGreaterThan(10);
  return requests.flatMap((request) =>
    targets
      .filter(({ dialect }) => dialect !== request.dialect)
      .flatMap((target) => {
        try {
          translate(request, target, waived);
          return [];
        } catch (error) {
          return [`${request.name} to ${target.dialect}: ${(error as Error).message}`];
        }
      }),
  );
}

function translate(request: ClientRequest, target: (typeof targets)[number], waived: readonly string[]) {
  return translateCall({
    dialect: findDialect(request.dialect),
    engine: { dialect: findDialect(target.dialect), provider: target.provider },
    body: request.body as Record<string, unknown>,
    headers: ["anthropic-beta", "some-beta"],
    mode: "strict",
    waived,
    operation: "generate",
    pathModel: request.reading.model,
    pathStream: request.reading.stream,
    targetModel: target.model,
    custody: memoryCustody(),
  });
}

describe("the lists of the guide that make strict mode usable for agents", () => {
  it.skipIf(!sharedExists).each([
    ["claude", "claude-code"],
    ["codex", "codex"],
  ])("let every recorded request of %s pass, which strict mode refuses without them", (agent, key) => {
    expect(refusalsOf(agent, documentedList(key))).toEqual([]);
    expect(refusalsOf(agent, []).length).toBeGreaterThan(10);
  });

  it("name only what looks like a field, a header, a feature or a rule", () => {
    for (const key of ["claude-code", "codex"])
      for (const name of documentedList(key)) expect(name).toMatch(/^[A-Za-z$][\w.:$-]{0,127}$/);
  });
});
