import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadConfig } from "../../../config/index.ts";
import { startDaemon } from "../../../daemon/index.ts";
import { useMachine } from "../../fixtures/console.ts";

const machine = useMachine();
const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

async function withDaemon(use: () => Promise<void>): Promise<void> {
  const { env, root } = machine;
  const { config } = loadConfig({
    cwd: root,
    home: root,
    env,
    flags: { gateway: { drain_timeout_secs: 0 } },
  });
  const stateDirectory = join(root, "home/state");
  const daemon = await startDaemon({ config, stateDirectory, env, port: 0, isPublic: true });
  try {
    await use();
  } finally {
    await daemon.stop();
  }
}

const submit = async (...more: string[]) => {
  const { exit, out, error } = await machine.run(["run", "--detach", "--task", "Say hello", ...more]);
  expect({ exit, id: out.trim(), error }).toMatchObject({ exit: 0, id: expect.stringMatching(ID) });
  return { id: out.trim(), error };
};

describe("a submitted run", () => {
  it("is executed by the running daemon, and its commands ask that daemon", async () => {
    await withDaemon(async () => {
      const { id, error } = await submit();
      expect(error).toBe(
        [
          "",
          `  abp logs ${id} -f`,
          "      shows what it does, to its end",
          `  abp apply ${id}`,
          "      changes the workspace as its patch says",
          `  abp cancel ${id}`,
          "      ends it",
          "",
        ].join("\n"),
      );
      const followed = await machine.run(["logs", id, "-f"]);
      expect(followed).toMatchObject({ exit: 0, error: expect.stringContaining(`${id} is completed\n`) });
      expect(followed.out).not.toBe("");
      expect(await machine.run(["logs", id])).toEqual(followed);
      const lines = (await machine.run(["logs", id, "--json"])).out.trim().split("\n");
      expect(lines.map((line) => JSON.parse(line).type)).toContain("run_completed");
      expect(await machine.run(["cancel", id])).toMatchObject({
        exit: 0,
        out: `${id} has ended already: completed\n`,
      });
      expect((await machine.run(["runs"])).out.split("\n")).toEqual([
        "run                                   state      task",
        `${id}  completed  Say hello`,
        "",
      ]);
      expect(JSON.parse((await machine.run(["runs", "--state", "pending", "--json"])).out)).toEqual([]);
    });
  });

  it("waits in the store for the next daemon if none runs, by the same commands", async () => {
    const first = await submit("--priority", "5");
    expect(first.error).toContain("no daemon is running: the run waits until `abp up` starts one\n");
    const second = await submit();
    expect((await machine.run(["cancel", second.id, "--reason", "wrong branch"])).out).toBe(
      `${second.id} is asked to end\n`,
    );
    expect(await machine.run(["apply", first.id])).toMatchObject({
      error: expect.stringContaining(`error run_not_ended: ${first.id}: the run is pending\n`),
    });
    const listed = (await machine.run(["runs"])).out.split("\n").slice(1, 3);
    expect(listed).toEqual([`${second.id}  ending   Say hello`, `${first.id}  pending  Say hello`]);
    await withDaemon(async () => {
      await machine.run(["logs", first.id, "-f"]);
      await machine.run(["logs", second.id, "-f"]);
      const runs = JSON.parse((await machine.run(["runs", "--json"])).out) as { state: string }[];
      expect(runs.map(({ state }) => state)).toEqual(["cancelled", "completed"]);
    });
    const after = JSON.parse((await machine.run(["runs", "--json", "--state", "cancelled"])).out);
    expect(after).toMatchObject([{ run_id: second.id, cancel_reason: "wrong branch", reason: "cancelled" }]);
  });

  it("takes no flag that belongs to the process of the command", async () => {
    for (const flag of [["--verify", "true"], ["--out", "r.json"], ["--no-log"]]) {
      const { exit, error } = await machine.run(["run", "--detach", "-t", "x", ...flag]);
      expect([exit, error.includes("usage_invalid"), error.includes(flag[0]!)]).toEqual([2, true, true]);
    }
    const { exit, error } = await machine.run(["run", "-t", "x", "--check", "unit"]);
    expect([exit, error.includes("it needs --detach")]).toEqual([2, true]);
  });

  it("that does not exist is said to be unknown", async () => {
    const unknown = "00000000-0000-4000-8000-000000000000";
    for (const command of ["logs", "cancel"]) {
      const { exit, error } = await machine.run([command, unknown]);
      expect([exit, error.includes("submission_not_found")]).toEqual([expect.any(Number), true]);
    }
    expect(await machine.run(["approve"])).toMatchObject({
      exit: 0,
      error: "nothing waits for an approval\n",
    });
    expect((await machine.run(["approve", unknown])).error).toContain("approval_not_found");
    expect((await machine.run(["approve", "--deny"])).error).toContain("usage_invalid");
  });
});
