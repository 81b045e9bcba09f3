import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { program, SdkPlace } from "./sdk-place.ts";
import { standInPrograms } from "./stand-in-programs.ts";

/** An agent that says what its key can call: the model of the run, another one, and the model on another engine. */
const PROBE = `#!/usr/bin/env node
const call = async (model, engine) => {
  const response = await fetch(process.env.OPENAI_BASE_URL + "/chat/completions", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: "Bearer " + process.env.OPENAI_API_KEY,
      ...(engine === undefined ? {} : { "x-abp-engine": engine }),
    },
    body: JSON.stringify({ model, messages: [{ role: "user", content: "hi" }] }),
  });
  await response.text();
  return response.headers.get("x-abp-error") ?? response.status;
};
const text = ["key", await call("m1"), await call("m2"), await call("m1", "sim-claude"), "end"].join("_");
console.log(JSON.stringify({ type: "assistant", message: { content: [{ type: "text", text }] } }));
console.log(JSON.stringify({ type: "result", is_error: false }));
`;
const BOUND = "key_200_E005_access_denied_end";

describe("the key of a run that is bound to a model", () => {
  let place: SdkPlace;
  let environment: Record<string, string>;
  let probe: string;
  beforeEach(() => {
    place = new SdkPlace();
    const root = dirname(place.work);
    probe = join(root, "probe.mjs");
    writeFileSync(probe, PROBE);
    chmodSync(probe, 0o755);
    const config = join(root, "config.toml");
    const table = `[backends.probe]\ntype = "agent"\nagent = "jsonl"\ncommand = ${JSON.stringify(probe)}\n`;
    writeFileSync(config, `${table}\n${table.replace("probe", "set")}env = ["OPENAI_MODEL=m1"]\n`);
    environment = { ...place.environment("probe", "", "m1"), ABP_CONFIG: config };
  });
  afterEach(() => place.close());

  it.each(standInPrograms)(
    "calls that model on its own engine alone in a session of $name",
    async ({ run }) => {
      const end = await run({ prompt: "go", directory: place.work, environment, isReadOnly: false });
      expect(end.out + end.error).toContain(BOUND);
    },
  );

  it("calls that model on its own engine alone in abp run", async () => {
    const words = ["run", "--backend", "probe", "-m", "m1", "--json", "--task", "go"];
    expect(await abp(words)).toContain(BOUND);
  });

  it("calls the model that a variable of the backend names", async () => {
    const words = ["run", "--backend", "set", "--json", "--task", "go"];
    expect(await abp(words)).toContain(BOUND);
  });

  it("is not the key of abp exec, which calls with the user's own", async () => {
    const out = await abp(["exec", "-m", "m1", "--", process.execPath, probe]);
    expect(out).toContain("key_200_200_200_end");
  });

  async function abp(words: readonly string[]): Promise<string> {
    const { ABP_BACKEND, ABP_ENGINE, ABP_MODEL, ...env } = environment;
    const child = spawn(process.execPath, [program("abp.js"), ...words], {
      cwd: place.work,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let out = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (out += chunk.toString()));
    await once(child, "close");
    return out;
  }
});
