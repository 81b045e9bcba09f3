import { constants, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { pathBelow } from "../manifest/raw-path.ts";
import { Directory } from "../walk/directory.ts";

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

const PACK_FILE = /^pack-[0-9a-f]{40}\.pack$/;

// Contents are committed as they are on disk, so that nothing may convert them on their way.
const ATTRIBUTES = "* -text -ident -filter -working-tree-encoding\n";

/** A directory that becomes a repository with `finish`, out of reach of the agent, and is then put into the root of a stage. */
export class GitDirectory {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  /** Makes it anew. */
  static make(path: string): GitDirectory {
    rmSync(path, { recursive: true, force: true });
    mkdirSync(path, 0o755);
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

  /** The names of all files of packs. */
  listPacks(): ReadonlySet<string> {
    return new Set(readdirSync(this.packs));
  }

  /** Removes the files of packs that are not listed. */
  removePacksBut(names: ReadonlySet<string>): void {
    for (const name of readdirSync(this.packs)) if (!names.has(name)) rmSync(`${this.packs}/${name}`);
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

  /**
   * Moves the repository into the root of the stage as `.git`. The agent's process may run already: no link that it makes is followed,
   * and nothing that it makes is replaced. `upper` takes the writes of an overlay.
   */
  async place(root: Directory, upper: Directory | undefined): Promise<void> {
    try {
      renameSync(this.path, root.place(".git"));
    } catch (error) {
      // The root of an overlay is another file system.
      if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
      await copyInto(Buffer.from(this.path).toString("latin1"), root, upper, ".git");
      this.remove();
    }
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

async function copyInto(
  rawFrom: string,
  parent: Directory,
  upperParent: Directory | undefined,
  name: string,
): Promise<void> {
  mkdirSync(parent.place(name));
  const directory = parent.child(name);
  const upper = childOf(upperParent, name);
  try {
    const from = Directory.open(rawFrom);
    try {
      for (const entry of from.list()) {
        if (entry.isDirectory()) await copyInto(`${rawFrom}/${entry.name}`, directory, upper, entry.name);
        else if (!movePack(from, directory, upper, entry.name))
          await copyFile(from.place(entry.name), directory.place(entry.name), constants.COPYFILE_EXCL);
      }
    } finally {
      from.close();
    }
  } finally {
    upper?.close();
    directory.close();
  }
}

/**
 * Moves a pack into the upper directory of an overlay, where a copy would be written too. Only packs: a mount remembers names that
 * were looked for in vain, and nobody can guess theirs. Returns whether the mount shows it.
 */
function movePack(from: Directory, merged: Directory, upper: Directory | undefined, name: string): boolean {
  if (upper === undefined || !PACK_FILE.test(name)) return false;
  // Somebody may have put another directory in its place.
  if (merged.status().ino !== upper.status().ino) return false;
  renameSync(from.place(name), upper.place(name));
  if (isShown(merged, name)) return true;
  renameSync(upper.place(name), from.place(name));
  return false;
}

function childOf(parent: Directory | undefined, name: string): Directory | undefined {
  try {
    return parent?.child(name);
  } catch {
    // The mount keeps it elsewhere.
    return undefined;
  }
}

function isShown(merged: Directory, name: string): boolean {
  try {
    return merged.entryStatus(name).isFile();
  } catch {
    return false;
  }
}
