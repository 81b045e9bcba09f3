import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ConfigSchema } from "../../config/index.ts";
import { buildWorkOrder, type WorkOrder } from "../../contract/index.ts";
import type { Submission } from "../submission.ts";
import { permittedAddress } from "./https-host.ts";
import { permittedOrder } from "./permitted-order.ts";
import { permittedRoot, requirePermittedFiles } from "./permitted-paths.ts";

describe("the address of a repository or a server", () => {
  const hosts = ["git.example.com", "forge.example.com:8443"];

  it.each([
    "https://git.example.com/a/b.git",
    "https://git.example.com:443/a",
    "https://forge.example.com:8443/a",
    "https://GIT.example.com/a",
    "https://git.example.com/a?x=1",
  ])("is permitted: %s", (text) => {
    expect(permittedAddress(text, hosts)?.href).toBe(new URL(text).href);
  });

  it.each([
    "http://git.example.com/a",
    "git://git.example.com/a",
    "ssh://git.example.com/a",
    "file:///etc",
    "file://git.example.com/etc",
    "ext::sh -c touch% /tmp/x",
    "https::https://git.example.com/a",
    "git.example.com:a.git",
    "git@git.example.com:a.git",
    "/srv/repository",
    "./repository",
    "--upload-pack=touch /tmp/x",
    "-c",
    "",
    "https://",
    "https://example.com/a",
    "https://git.example.com.evil.test/a",
    "https://evil.test/git.example.com",
    "https://evilgit.example.com/a",
    "https://git.example.com.:443/a",
    "https://git.example.com:444/a",
    "https://forge.example.com/a",
    "https://user:pass@git.example.com/a",
    "https://user@git.example.com/a",
    "https://@git.example.com/a",
    "https://git.example.com@evil.test/a",
    "https://evil.test\\@git.example.com/a",
    "https://evil.test#@git.example.com/a",
    "https://git.example.com\\.evil.test/a",
    "https:/\\git.example.com/a",
    "https:git.example.com/a",
    " https://git.example.com/a",
    "https://git.example.com/a b",
    "https://git.example.com/a\n",
    "https://git.example.com/\u0000",
    "https://gît.example.com/a",
    "https://127.0.0.1/a",
    "https://[::1]/a",
    "https://2130706433/a",
    "javascript:alert(1)",
    "data:text/plain,x",
  ])("is refused: %j", (text) => {
    expect(permittedAddress(text, hosts)).toBe(undefined);
  });

  it("is refused without a configured host", () => {
    expect(permittedAddress("https://git.example.com/a", [])).toBe(undefined);
  });
});

describe("the directories and files that a submission names", () => {
  let place: string;
  beforeAll(() => {
    place = realpathSync(mkdtempSync(join(tmpdir(), "abp-rights-")));
    for (const name of ["allowed/project/src", "allowed-too", "secret", "odd"])
      mkdirSync(join(place, name), { recursive: true });
    writeFileSync(join(place, "allowed/project/a.txt"), "a");
    writeFileSync(join(place, "allowed/shared.txt"), "s");
    writeFileSync(join(place, "secret/key"), "k");
    symlinkSync(join(place, "secret"), join(place, "allowed/out"));
    symlinkSync("../../secret/key", join(place, "allowed/project/key"));
    symlinkSync(join(place, "allowed"), join(place, "odd/in"));
    symlinkSync("loop", join(place, "allowed/loop"));
  });
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  const rights = (roots: readonly string[] = ["allowed"], anyRoot = false) => ({
    allowedRoots: roots.map((root) => join(place, root)),
    anyRoot,
  });
  const refusal = { code: "run_source_refused" };

  it.each([
    ["allowed", "allowed"],
    ["allowed/project", "allowed/project"],
    ["allowed/project/", "allowed/project"],
    ["allowed/project/src/..", "allowed/project"],
    ["odd/in/project", "allowed/project"],
  ])("are permitted by their real path: %s", (path, real) => {
    expect(permittedRoot(`${place}/${path}`, rights())).toBe(join(place, real));
  });

  it.each([
    "secret",
    "allowed-too",
    "allowed/../secret",
    "allowed/project/../../secret",
    "allowed/out",
    "allowed/loop",
    "allowed/project/a.txt",
    "allowed/missing",
    "missing",
    "allowed\0",
    "",
  ])("are refused as a root: %j", (path) => {
    expect(() => permittedRoot(`${place}/${path}`, rights())).toThrow(expect.objectContaining(refusal));
  });

  it.each(["/", "/etc", ".", "relative", "~", "file:///etc", ""])("are refused as a root: %j", (path) => {
    expect(() => permittedRoot(path, rights())).toThrow(expect.objectContaining(refusal));
    expect(() => permittedRoot(path, rights([]))).toThrow(expect.objectContaining(refusal));
  });

  it("are refused with the same words whether they exist or not", () => {
    const wordsOf = (path: string) => {
      try {
        return permittedRoot(path, rights());
      } catch (error) {
        return String(error).replaceAll(path, "PATH");
      }
    };
    expect(wordsOf(join(place, "secret"))).toBe(wordsOf(join(place, "nothing")));
  });

  it("may be any directory for the local admin key, and none if no root is configured", () => {
    expect(permittedRoot(join(place, "secret"), rights([], true))).toBe(join(place, "secret"));
    expect(() => permittedRoot(join(place, "nothing"), rights([], true))).toThrow("no directory");
    expect(() => permittedRoot(join(place, "allowed"), rights([]))).toThrow("allowed_roots");
    expect(permittedRoot(join(place, "allowed"), rights(["gone", "allowed"]))).toBe(join(place, "allowed"));
    expect(permittedRoot("/usr", { allowedRoots: ["/"], anyRoot: false })).toBe(realpathSync("/usr"));
  });

  it("are the files of the root, and those below allowed ones", () => {
    const root = join(place, "allowed/project");
    const files = ["a.txt", "./src", `${root}/a.txt`, "../shared.txt"];
    requirePermittedFiles(files, root, rights());
    for (const file of ["key", "../../secret/key", "/etc/passwd", "missing", "a.txt\0", "../out/key"])
      expect(() => requirePermittedFiles([...files, file], root, rights())).toThrow(
        expect.objectContaining({ ...refusal, where: "context.files[4]" }),
      );
    expect(() => requirePermittedFiles(["../shared.txt"], root, rights([]))).toThrow(
      "no file of the workspace",
    );
    requirePermittedFiles(["/etc/passwd"], root, rights([], true));
  });
});

describe("what else a work order names", () => {
  const { runs } = ConfigSchema.parse({
    runs: {
      env_names: ["NODE_ENV"],
      mcp_hosts: ["mcp.example.com"],
      checks: { unit: { command: "npm test" } },
      mcp_servers: { files: { command: "/usr/bin/mcp-files", args: ["--root", "."], env: ["LEVEL=a=b"] } },
    },
  }) as Pick<Parameters<typeof permittedOrder>, never> & { runs: Parameters<typeof permittedOrder>[1] };
  const base = buildWorkOrder("00000000-0000-4000-8000-000000000001", "x");
  const submit = (order: Partial<WorkOrder>, more: Partial<Submission> = {}): Submission => ({
    order: { ...base, ...order } as WorkOrder,
    source: { kind: "root" },
    backend: "mock",
    ...more,
  });
  const config = (env: Record<string, string>) => ({ config: { ...base.config, env } });
  const workspace = { ...base.workspace, mode: "pass_through" as const };

  it("is replaced by what the operator configured under the name", () => {
    const order = permittedOrder(
      submit({
        mcp_servers: {
          f: { command: "files" },
          w: { url: "https://mcp.example.com/x", headers: { a: "b" } },
        },
        ...config({ NODE_ENV: "test" }),
      }),
      runs,
    );
    expect(order.mcp_servers).toEqual({
      f: { command: "/usr/bin/mcp-files", args: ["--root", "."], env: { LEVEL: "a=b" } },
      w: { url: "https://mcp.example.com/x", headers: { a: "b" } },
    });
    expect(order.config.env).toEqual({ NODE_ENV: "test" });
    expect(permittedOrder(submit({}, { check: "unit" }), runs)).toEqual(base);
    const rights = { changesWorkspace: true };
    expect(
      permittedOrder(submit({ workspace, lane: "workspace_first" }, { rights }), runs).workspace,
    ).toEqual(workspace);
  });

  it.each<[string, Partial<WorkOrder>, Partial<Submission>]>([
    ["mcp_servers.a", { mcp_servers: { a: { command: "/bin/sh", args: ["-c", "id"] } } }, {}],
    ["mcp_servers.a", { mcp_servers: { a: { command: "/usr/bin/mcp-files" } } }, {}],
    ["mcp_servers.a", { mcp_servers: { a: { command: "files", args: ["--root", "/"] } } }, {}],
    ["mcp_servers.a", { mcp_servers: { a: { command: "files", env: { LD_PRELOAD: "x" } } } }, {}],
    ["mcp_servers.a", { mcp_servers: { a: { command: "toString" } } }, {}],
    ["mcp_servers.a", { mcp_servers: { a: { command: "__proto__" } } }, {}],
    ["mcp_servers.a", { mcp_servers: { a: { url: "http://mcp.example.com/" } } }, {}],
    ["mcp_servers.a", { mcp_servers: { a: { url: "https://169.254.169.254/latest" } } }, {}],
    ["mcp_servers.a", { mcp_servers: { a: { url: "https://mcp.example.com@evil.test/" } } }, {}],
    ["config.env", config({ PATH: "/tmp" }), {}],
    ["config.env", config({ NODE_ENV: "test", LD_PRELOAD: "/tmp/x.so" }), {}],
    ["config.env", config({ NODE_OPTIONS: "--require=/tmp/x.js" }), {}],
    ["check", {}, { check: "rm -rf /" }],
    ["check", {}, { check: "npm test" }],
    ["check", {}, { check: "constructor" }],
    ["workspace.mode", { workspace }, {}],
    ["workspace.mode", { workspace }, { rights: { anyRoot: true } }],
    ["lane", { lane: "workspace_first" }, {}],
    ["resume", { resume: { run_id: base.id, session: "of somebody else" } }, {}],
  ])("is refused: %s %j %j", (where, order, more) => {
    expect(() => permittedOrder(submit(order, more), runs)).toThrow(
      expect.objectContaining({ code: "run_source_refused", where }),
    );
  });
});
