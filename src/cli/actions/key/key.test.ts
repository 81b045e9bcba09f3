import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadConfig } from "../../../config/index.ts";
import { startDaemon } from "../../../daemon/index.ts";
import { useMachine } from "../../fixtures/console.ts";

const machine = useMachine();
const key = (...argv: string[]) => machine.run(["key", ...argv]);
const state = () => join(machine.root, "home/state");

async function withDaemon(workers: number, use: (url: string) => Promise<void>): Promise<void> {
  const { config } = loadConfig({
    cwd: machine.root,
    home: machine.root,
    env: machine.env,
    flags: { gateway: { workers, drain_timeout_secs: 0 } },
  });
  const options = { config, stateDirectory: state(), env: {}, port: 0, isPublic: true };
  const daemon = await startDaemon(options);
  try {
    await use(daemon.url);
  } finally {
    await daemon.stop();
  }
}

const statusOf = async (url: string, token: string) =>
  (await fetch(`${url}/v1/models`, { headers: { authorization: `Bearer ${token}` } })).status;

describe("abp key", () => {
  it("makes, lists, changes and revokes keys in the store if no daemon runs", async () => {
    const made = await key("new", "ci", "--role", "caller", "--role", "viewer", "--tenant", "team-a");
    expect(made).toMatchObject({ exit: 0, out: expect.stringMatching(/^abp_[\w-]{43}\n$/) });
    expect(made.error).toContain("made ci (caller, viewer); its token is not shown again\n");
    expect(await key("set", "ci", "--role", "admin", "--max-concurrent", "2")).toMatchObject({
      out: "changed ci (admin)\n",
    });
    expect(await key("revoke", "ci")).toMatchObject({ out: "revoked ci (admin)\n" });
    const [listed] = JSON.parse((await key("list", "--json")).out);
    expect(listed).toMatchObject({ name: "ci", tenant: "team-a", roles: ["admin"], max_concurrent: 2 });
    expect((await key("list")).out).toMatch(/^key {2,}tenant {2,}roles {2,}state\nci .* revoked 2026-/);
  });

  it("shows the error of a refused request as its own", async () => {
    await key("new", "ci");
    const again = await key("new", "ci", "--json");
    expect([again.exit, JSON.parse(again.error).error?.code ?? JSON.parse(again.error).code]).toEqual([
      2,
      "access_key_name_taken",
    ]);
    expect((await key("revoke", "nobody")).error).toContain('There is no key "nobody".');
    expect((await key("new", "x", "--max-concurrent", "0")).exit).toBe(2);
  });

  it.each([1, 2])(
    "asks the running daemon, whose threads know a change at once: %d threads",
    async (workers) => {
      await withDaemon(workers, async (url) => {
        const token = (await key("new", "ci")).out.trim();
        const until = async (expected: number) => {
          // The thread that answers next may be another one than the command's.
          const deadline = Date.now() + 1000;
          for (;;) {
            const statuses = await Promise.all(Array.from({ length: 8 }, () => statusOf(url, token)));
            if (statuses.every((status) => status === expected) || Date.now() > deadline) return statuses;
          }
        };
        expect(await until(200)).toEqual(Array(8).fill(200));
        expect((await key("set", "ci", "--role", "viewer")).exit).toBe(0);
        expect(await until(403)).toEqual(Array(8).fill(403));
        expect((await key("revoke", "ci")).exit).toBe(0);
        expect(await until(401)).toEqual(Array(8).fill(401));
      });
    },
  );

  it("makes keys that a daemon knows from its start, and after its end", async () => {
    const token = (await key("new", "ci")).out.trim();
    await withDaemon(1, async (url) => expect(await statusOf(url, token)).toBe(200));
    await key("revoke", "ci");
    await withDaemon(1, async (url) => expect(await statusOf(url, token)).toBe(401));
  });

  it("sends the admin key to the address of the notice alone, and shows it nowhere", async () => {
    await withDaemon(1, async (url) => {
      const admin = readFileSync(join(state(), "admin-token"), "utf8").trim();
      const owner = readFileSync(join(state(), "token"), "utf8").trim();
      expect(admin).not.toBe(owner);
      const shown = [
        await key("list", "--json"),
        await key("new", "ci", "--verbose"),
        await machine.run(["env", "claude"]),
      ];
      expect(JSON.stringify(shown)).not.toContain(admin);
      expect(JSON.stringify(shown)).toContain(owner);
      const keysOf = async (token: string) =>
        (await fetch(`${url}/abp/v1/keys`, { headers: { authorization: `Bearer ${token}` } })).status;
      expect([await keysOf(admin), await keysOf(owner)]).toEqual([200, 403]);
    });
  });
});
