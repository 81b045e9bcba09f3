import { existsSync, readFileSync } from "node:fs";
import { connect, type NetConnectOpts } from "node:net";
import { networkInterfaces } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HostBait } from "./host-bait.ts";

let bait: HostBait;
beforeEach(async () => {
  bait = await HostBait.place();
});
afterEach(() => bait.remove());

/** Connects and waits until the other side closes. */
async function reach(options: NetConnectOpts): Promise<void> {
  const socket = connect(options).resume();
  socket.on("error", () => undefined);
  await new Promise((done) => socket.once("close", done));
}

describe("the bait", () => {
  it("is a secret beside a workspace, a place outside and one inside that do not exist", () => {
    const { facts, workspace } = bait;
    const directory = dirname(workspace);
    expect(workspace).toBe(join(directory, "workspace"));
    expect(readFileSync(join(directory, "secret"), "utf8")).toBe("secret");
    expect(facts).toEqual({
      secret: join(directory, "secret"),
      outside: join(directory, "written"),
      inside: join(workspace, "written"),
      socket: join(workspace, "socket"),
      pid: process.pid,
      port: expect.any(Number),
      addresses: Object.values(networkInterfaces())
        .flatMap((entries) => entries ?? [])
        .flatMap(({ family, internal, address }) => (family === "IPv4" && !internal ? [address] : [])),
    });
    expect([facts.outside, facts.inside].map((path) => existsSync(path))).toEqual([false, false]);
  });

  it("counts and closes the connections that reach it", async () => {
    expect(bait.reached).toBe(0);
    await reach({ port: bait.facts.port, host: "127.0.0.1" });
    expect(bait.reached).toBe(1);
    await reach({ path: bait.facts.socket });
    expect(bait.reached).toBe(2);
  });

  it("is gone when it is removed", async () => {
    const { facts, workspace } = bait;
    bait.remove();
    expect(existsSync(dirname(workspace))).toBe(false);
    await reach({ port: facts.port, host: "127.0.0.1" });
    expect(bait.reached).toBe(0);
  });
});
