import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Config, ConfigSchema } from "../../config/index.ts";
import { buildWorkOrder, type WorkOrderOptions } from "../../contract/index.ts";
import type { SubmittedRun } from "../../storage/index.ts";
import type { RunSource, Submission } from "../submission.ts";
import { ArchiveStore } from "./archive/archive-store.ts";
import { tarBytes } from "./fixtures/tar-bytes.ts";
import type { FetchRequest } from "./git/fetch-commit.ts";
import { SourceDesk } from "./source-desk.ts";

let place: string;
beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), "abp-sources-")));
  for (const name of ["allowed/project", "secret"]) mkdirSync(join(place, name), { recursive: true });
  writeFileSync(join(place, "allowed/project/a.txt"), "a");
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const run = { runId: "00000000-0000-4000-8000-000000000001", tenant: "acme" } as SubmittedRun;
const { signal } = new AbortController();
const commit = "0".repeat(40);
const git: RunSource = { kind: "git", url: "https://git.example.com/a.git", commit };

function open(fetchCommit?: (directory: string, request: FetchRequest) => Promise<string>) {
  const config = ConfigSchema.parse({
    runs: { allowed_roots: [join(place, "allowed")], git_hosts: ["git.example.com"] },
  }) as Config;
  const archives = new ArchiveStore(join(place, "archives"), { maxBytes: 100_000, maxEntries: 10 });
  const directory = join(place, "sources");
  const desk = new SourceDesk({
    config,
    directory,
    archives,
    ...(fetchCommit === undefined ? {} : { fetchCommit }),
  });
  return { desk, archives, directory };
}

function submission(source: RunSource, order: WorkOrderOptions, more: Partial<Submission> = {}): Submission {
  return { order: buildWorkOrder(run.runId, "x", order), source, backend: "mock", ...more };
}

const rooted = (root: string, files: string[] = []) =>
  submission({ kind: "root" }, { workspace: { root }, context: { files } });

/** The code of what checking and opening a submission throw. */
async function refusalOf(desk: SourceDesk, given: Submission) {
  const codes = [];
  for (const work of [desk.check(given, run.tenant), desk.open(given, run, signal)])
    codes.push(
      await work.then(
        () => "taken",
        (error: { code: string }) => error.code,
      ),
    );
  return codes;
}

describe("a root", () => {
  it("is given by its real path, and stays after the run", async () => {
    const { desk } = open();
    symlinkSync(join(place, "allowed"), join(place, "way"));
    const given = rooted(join(place, "way/project"), ["a.txt"]);
    await desk.check(given, run.tenant);
    const { order, close } = await desk.open(given, run, signal);
    expect(order.workspace.root).toBe(join(place, "allowed/project"));
    await close();
    expect(existsSync(join(place, "allowed/project/a.txt"))).toBe(true);
  });

  it("is refused when it comes and when it starts", async () => {
    const { desk } = open();
    for (const given of [
      rooted(join(place, "secret")),
      rooted("/"),
      rooted("."),
      rooted(join(place, "allowed"), ["/etc/passwd"]),
    ])
      expect(await refusalOf(desk, given)).toEqual(["run_source_refused", "run_source_refused"]);
  });

  it("is refused when it starts if it became a link meanwhile", async () => {
    const { desk } = open();
    const given = rooted(join(place, "allowed/project"));
    await desk.check(given, run.tenant);
    rmSync(join(place, "allowed/project"), { recursive: true });
    symlinkSync(join(place, "secret"), join(place, "allowed/project"));
    await expect(desk.open(given, run, signal)).rejects.toMatchObject({ code: "run_source_refused" });
  });
});

describe("an archive", () => {
  it("is unpacked into a private directory, which is removed after the run", async () => {
    const { desk, archives, directory } = open();
    const { sha256 } = await archives.keep("acme", [tarBytes({ name: "top/a.txt", content: "a" })] as never);
    const given = submission(
      { kind: "archive", sha256 },
      { workspace: { root: "top" }, context: { files: ["a.txt"] } },
    );
    await desk.check(given, "acme");
    const { order, close } = await desk.open(given, run, signal);
    expect(order.workspace.root).toBe(join(directory, run.runId, "files/top"));
    expect(readFileSync(join(order.workspace.root, "a.txt"), "utf8")).toBe("a");
    await close();
    expect(readdirSync(directory)).toEqual([]);
  });

  it("is refused if it is not the tenant's, and with a root or a file that is not in it", async () => {
    const { desk, archives, directory } = open();
    const { sha256 } = await archives.keep("acme", [tarBytes({ name: "a.txt", content: "a" })] as never);
    const source: RunSource = { kind: "archive", sha256 };
    await expect(desk.check(submission(source, {}), "other")).rejects.toMatchObject({
      code: "run_source_invalid",
    });
    for (const root of ["/", "/etc", "..", "a/../..", "", "missing", "a.txt"])
      await expect(desk.open(submission(source, { workspace: { root } }), run, signal)).rejects.toMatchObject(
        {
          code: "run_source_refused",
        },
      );
    for (const file of ["/etc/passwd", "../x", join(place, "allowed/project/a.txt")])
      await expect(
        desk.open(submission(source, { context: { files: [file] } }), run, signal),
      ).rejects.toMatchObject({ code: "run_source_refused" });
    expect(readdirSync(directory)).toEqual([]);
  });

  it("is only staged", async () => {
    const { desk } = open();
    const rights = { changesWorkspace: true };
    const source: RunSource = { kind: "archive", sha256: "0".repeat(64) };
    expect(
      await refusalOf(desk, submission(source, { workspace: { mode: "pass_through" } }, { rights })),
    ).toEqual([...["run_source_invalid", "run_source_invalid"]]);
    expect(await refusalOf(desk, submission(source, { lane: "workspace_first" }, { rights }))).toEqual([
      ...["run_source_invalid", "run_source_invalid"],
    ]);
  });
});

describe("a repository", () => {
  it("is fetched from a configured host within the limits", async () => {
    const asked: unknown[] = [];
    const { desk, directory } = open(async (into, { url, commit: id, maxBytes, maxEntries, timeoutMs }) => {
      asked.push(url.href, id, maxBytes, maxEntries, timeoutMs);
      mkdirSync(join(into, "files"));
      symlinkSync("/etc", join(into, "files/out"));
      return join(into, "files");
    });
    await desk.check(submission(git, {}), "acme");
    const { order, close } = await desk.open(submission(git, {}), run, signal);
    expect(order.workspace.root).toBe(join(directory, run.runId, "files"));
    expect(asked).toEqual(["https://git.example.com/a.git", commit, 512 * 1024 * 1024, 100_000, 300_000]);
    await close();
    for (const order of [{ workspace: { root: "out" } }, { context: { files: ["out/passwd"] } }])
      await expect(desk.open(submission(git, order), run, signal)).rejects.toMatchObject({
        code: "run_source_refused",
      });
    expect(readdirSync(directory)).toEqual([]);
  });

  it.each(["https://evil.test/a.git", "ext::sh -c id", "file:///etc", "https://u:p@git.example.com/a"])(
    "is refused at %s",
    async (url) => {
      const { desk } = open();
      expect(await refusalOf(desk, submission({ kind: "git", url, commit }, {}))).toEqual([
        ...["run_source_refused", "run_source_refused"],
      ]);
    },
  );
});

it("what a killed process left is removed", async () => {
  const { desk, directory } = open();
  await desk.sweep();
  mkdirSync(join(directory, "old/files"), { recursive: true });
  await desk.sweep();
  expect(readdirSync(directory)).toEqual([]);
});
