import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type GitServer, startGitServer } from "../fixtures/git-server.ts";
import { type FetchRequest, fetchCommit } from "./fetch-commit.ts";

let place: string;
let server: GitServer;
let commit: string;
let count = 0;

const git = (...args: string[]) =>
  execFileSync("git", ["-C", join(place, "work"), "-c", "user.name=a", "-c", "user.email=a@b", ...args], {
    cwd: place,
    encoding: "utf8",
  }).trim();

/** Commits everything and gives its id. */
function commitAll(): string {
  git("add", "--all");
  git("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},s`);
  git("commit", "--quiet", "--message", "a");
  git("push", "--quiet", "--force", join(place, "repo.git"), "HEAD:refs/heads/main");
  return git("rev-parse", "HEAD");
}

beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), "abp-fetch-"));
  server = await startGitServer(place);
  execFileSync("git", ["init", "--quiet", "--bare", join(place, "repo.git")], { cwd: place });
  const work = join(place, "work");
  execFileSync("git", ["init", "--quiet", work], { cwd: place });
  mkdirSync(join(work, "src"));
  writeFileSync(join(work, "src/run.sh"), "#!/bin/sh\n");
  chmodSync(join(work, "src/run.sh"), 0o755);
  writeFileSync(join(work, "big.bin"), "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n");
  writeFileSync(join(work, ".gitattributes"), "*.bin filter=lfs diff=lfs merge=lfs\n*.sh filter=evil\n");
  writeFileSync(
    join(work, ".gitmodules"),
    `[submodule "s"]\n\tpath = s\n\turl = ext::sh -c touch% ${place}/ran\n`,
  );
  symlinkSync("/etc/hostname", join(work, "link"));
  commit = commitAll();
});
afterAll(async () => {
  await server.close();
  rmSync(place, { recursive: true, force: true });
});
beforeEach(() => {
  server.requests.length = 0;
  server.answer = undefined;
});

function fetch(more: Partial<FetchRequest> = {}, path = "repo.git") {
  count += 1;
  const directory = join(place, `run-${count}`);
  mkdirSync(directory);
  const url = new URL(`https://localhost:${server.port}/${path}`);
  const limits = { maxBytes: 1_000_000, maxEntries: 100, timeoutMs: 30_000 };
  const { signal } = new AbortController();
  return fetchCommit(directory, { url, commit, ...limits, signal, settings: server.settings, ...more });
}

const invalid = (message: RegExp | string) => ({
  code: "run_source_invalid",
  message: typeof message === "string" ? expect.stringContaining(message) : expect.stringMatching(message),
});

describe("a commit of a repository", () => {
  it("gives its files without a repository, and starts nothing that it names", async () => {
    const files = await fetch();
    expect(readdirSync(files).sort()).toEqual([
      ...[".gitattributes", ".gitmodules", "big.bin", "link", "s", "src"],
    ]);
    expect(readFileSync(join(files, "big.bin"), "utf8")).toContain("git-lfs");
    expect(readlinkSync(join(files, "link"))).toBe("/etc/hostname");
    expect(readdirSync(join(files, "s"))).toEqual([]);
    expect(existsSync(join(place, "ran"))).toBe(false);
    expect(server.requests.every((one) => one.endsWith(" -"))).toBe(true);
  });

  it.each([
    "main",
    "HEAD",
    "refs/heads/main",
    "",
    "--help",
    "0".repeat(39),
    "A".repeat(40),
    `${"0".repeat(40)}^`,
  ])("is named by its whole id, and not by %j", async (name) => {
    await expect(fetch({ commit: name })).rejects.toMatchObject(invalid("whole id"));
    expect(server.requests).toEqual([]);
  });

  it("is not taken if the server does not have it, or it is no commit", async () => {
    await expect(fetch({ commit: "0".repeat(40) })).rejects.toMatchObject(invalid("cannot be fetched"));
    await expect(fetch({}, "none.git")).rejects.toMatchObject(invalid("cannot be fetched"));
    const tree = git("rev-parse", "HEAD^{tree}");
    await expect(fetch({ commit: tree })).rejects.toMatchObject(invalid(/not a commit|cannot be fetched/));
  });

  it("is taken from its own host alone, without redirection and without a credential", async () => {
    server.answer = (_, response) => {
      response
        .writeHead(302, { location: "https://127.0.0.1:1/repo.git/info/refs?service=git-upload-pack" })
        .end();
      return true;
    };
    await expect(fetch()).rejects.toMatchObject(invalid("cannot be fetched"));
    server.answer = (_, response) => {
      response.writeHead(401, { "www-authenticate": 'Basic realm="a"' }).end();
      return true;
    };
    await expect(fetch()).rejects.toMatchObject(invalid("cannot be fetched"));
    expect(server.requests.every((one) => one.endsWith(" -"))).toBe(true);
    await expect(fetch({ settings: [] })).rejects.toMatchObject(invalid("cannot be fetched"));
  });

  it.each(["http", "file", "ssh", "git"])(
    "is not taken over %s, even if an address came so far",
    async (protocol) => {
      const url = new URL(`${protocol}://localhost/${place}/repo.git`);
      await expect(fetch({ url })).rejects.toMatchObject(invalid("not allowed"));
    },
  );

  it("is not taken beyond the limits of its files and of the time", async () => {
    await expect(fetch({ maxEntries: 3 })).rejects.toMatchObject(invalid("more than 3 files"));
    writeFileSync(join(place, "work/zeros"), Buffer.alloc(3_000_000));
    const large = commitAll();
    await expect(fetch({ commit: large })).rejects.toMatchObject(invalid("more than 1000000 bytes"));
    server.answer = () => true;
    await expect(fetch({ timeoutMs: 300 })).rejects.toMatchObject(invalid("longer than 0.3 s"));
  });

  it("is given up with its run", async () => {
    const end = new AbortController();
    server.answer = () => {
      end.abort("enough");
      return true;
    };
    await expect(fetch({ signal: end.signal })).rejects.toBe("enough");
  });
});
