import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { pathBelow } from "../patch/raw-path.ts";

/** Whoever commits in the stage without a name of their own. */
const AGENT = { name: "Agent", email: "agent@localhost" };
/** The author of the baseline commit. */
export const BASELINE_AUTHOR = "Agent Backplane <abp@localhost>";
export const DEFAULT_BRANCH = "main";

// checkStat: inside a sandbox, users and inodes look different. Hooks and signatures of the user's own configuration have no place here.
const CONFIGURATION = `[core]
	repositoryformatversion = 0
	filemode = true
	bare = false
	logallrefupdates = true
	checkStat = minimal
	autocrlf = false
	fsmonitor = false
	untrackedCache = false
	hooksPath = /dev/null
[user]
	name = ${AGENT.name}
	email = ${AGENT.email}
[commit]
	gpgSign = false
[tag]
	gpgSign = false
[gc]
	auto = 0
[maintenance]
	auto = false
`;

// Contents are committed as they are on disk, so that nothing may convert them on their way.
const ATTRIBUTES = "* -text -ident -filter -working-tree-encoding\n";

/** Makes `.git` in the root of a stage. It becomes a repository with `finish`. */
export class GitDirectory {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static make(root: string): GitDirectory {
    const path = `${root}/.git`;
    mkdirSync(path);
    for (const name of ["objects/info", "objects/pack", "refs/heads", "refs/tags", "info"]) {
      mkdirSync(`${path}/${name}`, { recursive: true });
    }
    writeFileSync(`${path}/config`, CONFIGURATION);
    writeFileSync(`${path}/info/attributes`, ATTRIBUTES);
    // git needs it for every command. The branch does not exist yet.
    writeFileSync(`${path}/HEAD`, `ref: refs/heads/${DEFAULT_BRANCH}\n`);
    return new GitDirectory(path);
  }

  get packs(): string {
    return `${this.path}/objects/pack`;
  }

  /** Removes all objects. */
  clear(): void {
    rmSync(this.packs, { recursive: true, force: true });
    mkdirSync(this.packs);
  }

  finish(rawBranch: string, commit: string, index: Buffer): void {
    writeFileSync(`${this.path}/index`, index);
    const slash = rawBranch.lastIndexOf("/");
    if (slash !== -1) {
      mkdirSync(pathBelow(`${this.path}/refs/heads`, rawBranch.slice(0, slash)), { recursive: true });
    }
    writeFileSync(pathBelow(`${this.path}/refs/heads`, rawBranch), `${commit}\n`);
    writeFileSync(`${this.path}/HEAD`, Buffer.from(`ref: refs/heads/${rawBranch}\n`, "latin1"));
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
