import { describe, expect, it } from "vitest";
import { findConnection } from "../../agents/index.ts";
import { type Config, ConfigSchema } from "../../config/index.ts";
import { callsChooser } from "./calls-choice.ts";

const config = ConfigSchema.parse({
  engines: { google: { preset: "google" }, local: { preset: "compatible", base_url: "http://127.0.0.1:1" } },
}) as Config;

/** Chooses the model of an agent, and collects what is said about it. */
async function choose(agent: string, engine: string | undefined, named?: string) {
  const said: string[] = [];
  const host = { env: {}, say: (...lines: string[]) => void said.push(...lines) };
  const chooser = callsChooser(host, config, engine);
  const { model } = await chooser(findConnection(agent)!, named);
  return { model, said };
}

describe("the model of an agent's run", () => {
  it("is the engine's default unless the user names one, and a note says so", async () => {
    const { model, said } = await choose("claude", "google");
    expect(model).toBe("gemini-3.8-flash");
    expect(said).toEqual([expect.stringContaining("the default of the engine google")]);
    expect(await choose("claude", "google", "mine")).toEqual({ model: "mine", said: [] });
    expect(await choose("gemini", "google")).toEqual({ model: undefined, said: [] });
  });

  it("is refused if the agent's own would go to another vendor, and if the engine is not there", async () => {
    await expect(choose("codex", "local")).rejects.toThrow("which is of another vendor");
    await expect(choose("codex", "gogle")).rejects.toMatchObject({
      code: "usage_invalid",
      where: "--engine",
    });
  });
});
