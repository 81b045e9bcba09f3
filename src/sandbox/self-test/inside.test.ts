import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, type TestContext } from "vitest";
import { hasLevel3 } from "../fixtures/level.ts";
import { HostBait } from "./host-bait.ts";

const level3 = hasLevel3();
const isRoot = process.getuid?.() === 0;
const insidePath = fileURLToPath(new URL("./inside.ts", import.meta.url));

let bait: HostBait;
let etc: string;
const servers: Server[] = [];
beforeEach(async () => {
  bait = await HostBait.place();
  etc = realpathSync(mkdtempSync(join(tmpdir(), "abp-inside-")));
  copyFileSync(insidePath, join(bait.workspace, "inside.mjs"));
});
afterEach(() => {
  bait.remove();
  rmSync(etc, { recursive: true, force: true });
  for (const server of servers.splice(0)) server.close();
});

function need(ctx: TestContext): void {
  if (!level3) ctx.skip("needs bwrap and user namespaces");
}

/** Everything of the host, read-only, but for the bait's own directory and an empty /etc. */
function hostMounts(): string[] {
  const directory = dirname(bait.workspace);
  return ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--bind", directory, directory];
}
/** A directory that can be written to, with all that it holds read-only. */
function writable(directory: string): string[] {
  const entries = readdirSync(directory).map((name) => join(directory, name));
  return ["--tmpfs", directory, ...entries.flatMap((path) => ["--ro-bind", path, path])];
}
const noShadow = ["--tmpfs", "/etc", "--remount-ro", "/etc"];
const apart = ["--unshare-pid", "--unshare-net", "--die-with-parent", "--cap-drop", "ALL"];

/** Runs the probes in a sandbox that has the given holes. `before` is shell code that runs inside before them. */
async function probe(options: readonly string[], facts: object = {}, before = "") {
  const text = JSON.stringify({ ...bait.facts, ...facts });
  const script = `${before} exec "$0" --no-warnings "$@"`;
  const command = ["/bin/sh", "-c", script, process.execPath, join(bait.workspace, "inside.mjs"), text];
  const child = spawn("bwrap", [...options, "--chdir", bait.workspace, ...command], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  for await (const chunk of child.stdout) output += chunk;
  return JSON.parse(output) as Record<string, boolean>;
}

describe("the probes inside", () => {
  it("name everything that gets through a sandbox with holes", async (ctx) => {
    need(ctx);
    writeFileSync(join(etc, "shadow"), "");
    const caps = isRoot ? ["--cap-add", "ALL"] : [];
    const found = await probe([...hostMounts(), "--bind", etc, "/etc", ...caps]);
    const isAlone = Object.keys(networkInterfaces()).every((name) => name === "lo");
    expect(found).toEqual({
      workspace_is_writable: true,
      read_outside: false,
      write_outside: false,
      read_host_accounts: false,
      host_processes: false,
      connect_to_host: false,
      host_interfaces: isAlone,
      connect_to_unix_socket: false,
      no_capabilities: !isRoot,
      // bwrap gives no way to leave this out.
      no_new_privileges: true,
      seccomp_filter: false,
      no_new_namespaces: expect.any(Boolean),
    });
    if (isRoot) expect(found["no_new_namespaces"]).toBe(false);
    expect(bait.reached).toBeGreaterThanOrEqual(2);
  });

  it("name one directory of the system that can be written to", async (ctx) => {
    need(ctx);
    const all = [...hostMounts(), ...noShadow, ...apart];
    expect(await probe(all)).toMatchObject({
      write_outside: true,
      read_host_accounts: true,
      host_processes: true,
      connect_to_host: true,
      host_interfaces: true,
      no_capabilities: true,
    });
    expect(await probe([...hostMounts(), "--tmpfs", "/etc", ...apart])).toMatchObject({
      write_outside: false,
    });
    expect(await probe([...hostMounts(), ...writable("/usr"), ...apart])).toMatchObject({
      write_outside: false,
    });
  });

  it("name a writable root directory, a hidden workspace and a hidden secret", async (ctx) => {
    need(ctx);
    const own = ["--ro-bind", "/usr", "/usr", "--proc", "/proc", "--dev", "/dev"];
    const links = ["bin", "lib", "lib64"].flatMap((name) => ["--symlink", `usr/${name}`, `/${name}`]);
    const { workspace } = bait;
    const node = ["--ro-bind", process.execPath, process.execPath];
    const roots = [...own, ...links, "--ro-bind", workspace, workspace, ...node, ...apart];
    expect(await probe([...roots, "--dir", "/etc"])).toMatchObject({
      workspace_is_writable: false,
      read_outside: true,
      write_outside: false,
    });
    expect(await probe([...roots, "--remount-ro", "/"])).toMatchObject({ write_outside: true });
  });

  it("name a process of the host, and more processes than the sandbox has itself", async (ctx) => {
    need(ctx);
    const all = [...hostMounts(), ...apart];
    expect((await probe(all, { pid: 1 }))["host_processes"]).toBe(false);
    // bwrap, the shell that becomes Node, and the sleeping ones.
    const sleeping = (count: number) => `for n in $(seq ${count}); do sleep 60 >/dev/null & done;`;
    expect((await probe(all, {}, sleeping(6)))["host_processes"]).toBe(true);
    expect((await probe(all, {}, sleeping(7)))["host_processes"]).toBe(false);
  });

  it("name a server on one address of the host", async (ctx) => {
    need(ctx);
    const server = createServer((socket) => socket.destroy());
    server.listen(0, "127.0.0.2");
    servers.push(server);
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    const found = (addresses: string[]) => probe(hostMounts(), { port, addresses });
    expect((await found(["127.0.0.2", "127.0.0.3"]))["connect_to_host"]).toBe(false);
    expect((await found(["127.0.0.3"]))["connect_to_host"]).toBe(true);
    expect(await probe(hostMounts(), { socket: join(bait.workspace, "none") })).toMatchObject({
      connect_to_unix_socket: true,
      connect_to_host: false,
    });
  });

  it("try to write outside", async (ctx) => {
    need(ctx);
    const outside = join(dirname(bait.workspace), "other");
    mkdirSync(outside);
    await probe([...hostMounts(), ...apart], { outside: join(outside, "file") });
    expect(readdirSync(outside)).toEqual(["file"]);
  });
});
