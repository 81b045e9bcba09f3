import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withGitSettings } from "./git-environment.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "abp-git-environment-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

const isFired = (): boolean => existsSync(join(directory, "fired"));
const git = (cwd: string, args: readonly string[], variables: Readonly<Record<string, string>>) =>
  spawnSync("git", args, {
    cwd: join(directory, cwd),
    env: { PATH: process.env["PATH"], HOME: "/nonexistent", ...variables },
    encoding: "utf8",
  });

/** A directory that git takes for a repository, with a command that `git status` starts. */
function makeBait(name: string): void {
  const bait = join(directory, name);
  for (const folder of ["objects", "refs"]) mkdirSync(join(bait, folder), { recursive: true });
  writeFileSync(join(bait, "HEAD"), "ref: refs/heads/main\n");
  const settings = `bare = false\n\tworktree = ..\n\tfsmonitor = "touch ${join(directory, "fired")}; false"`;
  writeFileSync(join(bait, "config"), `[core]\n\trepositoryformatversion = 0\n\t${settings}\n`);
}

describe("the variables of a program that works in somebody else's files", () => {
  it("keep git from the commands of a directory that looks like a bare repository", () => {
    makeBait("vendor");
    mkdirSync(join(directory, "vendor/objects/below"));
    git("vendor", ["status"], {});
    expect(isFired()).toBe(true);
    rmSync(join(directory, "fired"));
    for (const cwd of ["vendor", "vendor/objects/below"]) {
      for (const args of [["status"], ["log"], ["add", "."], ["-c", "color.ui=false", "status"]]) {
        const { status, stderr } = git(cwd, args, withGitSettings({}));
        expect([status, isFired()]).toEqual([128, false]);
        expect(stderr).toContain("cannot use bare repository");
      }
    }
  });

  it("leave repositories as they are, and other settings of the order", () => {
    git(".", ["init", "-q"], {});
    const given = withGitSettings({ A: "b", GIT_CONFIG_PARAMETERS: "'user.name=x y'" });
    expect(git(".", ["status", "--porcelain"], given)).toMatchObject({ status: 0, stderr: "" });
    expect(git(".", ["config", "user.name"], given).stdout).toBe("x y\n");
    expect(given).toEqual({
      A: "b",
      GIT_CONFIG_PARAMETERS: "'safe.bareRepository=explicit' 'user.name=x y'",
    });
  });
});
