import { describe, expect, it } from "vitest";
import { useMachine } from "../../fixtures/console.ts";

const machine = useMachine();

/** Runs an order on the sandbox `off`, and gives what its receipt says of the conversation. */
async function converse(...flags: string[]) {
  const argv = ["run", "--json", "--sandbox", "off", "--task", "sim: say one", ...flags];
  const { exit, out, error } = await machine.run(argv);
  expect(exit, error).toBe(0);
  const { meta, backend, observed, reported, negotiation } = JSON.parse(out.trim().split("\n").at(-1)!);
  return {
    id: meta.run_id as string,
    session: reported.find((one: { session?: string }) => one.session !== undefined).session as string,
    facts: {
      backend: backend.id,
      resumed: observed.resumed_run,
      models: observed.model_calls.models.map((one: Record<string, string>) => [
        one["engine"],
        one["requested"],
      ]),
      needs: negotiation.findings.map((one: { capability: string }) => one.capability),
    },
  };
}

describe("abp run --resume", () => {
  it("goes on with the conversation of a run or with a copy, on its backend, engine and model", async () => {
    machine.env["PATH"] = process.env["PATH"];
    const facts = { backend: "engine", models: [["sim-claude", "some-model"]] };
    const first = await converse("--backend", "engine", "--engine", "sim-claude", "-m", "some-model");
    expect(first.facts).toEqual({ ...facts, resumed: undefined, needs: [] });
    const next = await converse("--resume", first.id);
    expect(next.facts).toEqual({ ...facts, resumed: first.id, needs: ["session_resume"] });
    expect(next.session).toBe(first.session);
    const copy = await converse("--resume", first.id, "--fork");
    expect(copy.facts).toEqual({ ...facts, resumed: first.id, needs: ["session_fork"] });
    expect(copy.session).not.toBe(first.session);
  });

  it("refuses a run that the log does not have", async () => {
    const { exit, error } = await machine.run(["run", "--json", "--task", "x", "--resume", "lost"]);
    expect([exit, JSON.parse(error).error]).toEqual([
      expect.any(Number),
      expect.objectContaining({
        code: "session_not_found",
        message: 'run "lost" cannot be continued: the log has no such run',
        details: expect.objectContaining({ where: "--resume", run_id: "lost" }),
      }),
    ]);
  });
});
