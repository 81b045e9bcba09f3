import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Config, ConfigSchema } from "../config/index.ts";
import { openStore, type Store } from "../storage/index.ts";
import { type RunServing, serveRuns } from "./run-serving.ts";

const RUN = "01890a5d-ac96-774b-bcce-b302099a8057";
let home: string;
let store: Store;
let serving: RunServing;
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "abp-run-serving-"));
  const config = ConfigSchema.parse({
    receipts_dir: join(home, "receipts"),
    receipts: { keys_dir: join(home, "keys") },
    keys: { configured: { token: "a-token-of-the-configuration" } },
  }) as Config;
  store = await openStore(config, { writer: "inline" });
  serving = await serveRuns({ config, store, env: {}, report: () => undefined });
});
afterEach(async () => {
  await serving.stop();
  await store.close();
  rmSync(home, { recursive: true, force: true });
});

const ask = (token: string, path: string) =>
  fetch(`${serving.url}${path}/v1/messages`, {
    method: "POST",
    headers: { "x-api-key": token, "anthropic-version": "2023-06-01", "content-type": "application/json" },
    body: JSON.stringify({
      model: "sim-claude/claude-sonnet-4-5",
      max_tokens: 10,
      messages: [{ role: "user", content: "hello" }],
    }),
  }).then(async (answer) => {
    await answer.arrayBuffer();
    return answer.status;
  });

describe("a gateway for runs", () => {
  it("serves the key of a run under its own path until the run ends, and no other key", async () => {
    const account = serving.openRun({ runId: RUN, tenant: "default", budgetUsd: null, name: "run" });
    expect(serving.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await ask(account.token, `/r/${RUN}`)).toBe(200);
    expect(await ask("a-token-of-the-configuration", `/r/${RUN}`)).toBe(404);
    expect(await ask("a-token-of-the-configuration", "")).toBe(401);
    const { calls, receipts } = await account.close();
    expect([calls, receipts.length]).toEqual([1, 1]);
    expect(await ask(account.token, `/r/${RUN}`)).toBe(404);
  });
});
