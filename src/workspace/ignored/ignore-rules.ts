import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { runGit } from "../git/run-git.ts";
import { pathBelow } from "../manifest/raw-path.ts";

/** git takes long for some patterns. Nothing counts as ignored then. */
const MAX_CHECK_MS = 60_000;

// Before each path, so that none begins with the colon that has a meaning to git.
const HERE = "./";

/** The `.gitignore` files of a tree, as they were when they were read. */
export class IgnoreRules {
  readonly #files: ReadonlyMap<string, Buffer>;

  /** The content of each file by its raw path. */
  constructor(files: ReadonlyMap<string, Buffer>) {
    this.#files = files;
  }

  /** Whether nothing can be ignored. */
  get isEmpty(): boolean {
    return this.#files.size === 0;
  }

  /**
   * Asks git which of the paths are ignored. `directory` is a private directory that does not exist; it is removed again. Neither the
   * configuration of git, nor `info/exclude`, nor an index has a say.
   */
  async ignored(
    rawPaths: readonly string[],
    directory: string,
    signal: AbortSignal,
  ): Promise<ReadonlySet<string>> {
    const ignored = new Set<string>();
    if (this.isEmpty || rawPaths.length === 0) return ignored;
    try {
      this.#write(directory);
      let rest = "";
      await runGit({
        gitDir: `${directory}/git`,
        workTree: `${directory}/tree`,
        args: ["check-ignore", "--no-index", "--stdin", "-z"],
        input: lines(rawPaths),
        onOutput: (chunk) => {
          const names = (rest + chunk.toString("latin1")).split("\0");
          rest = names.pop()!;
          for (const name of names) ignored.add(name.slice(HERE.length));
        },
        // No path is ignored.
        accepts: (code) => code === 1,
        signal: AbortSignal.any([signal, AbortSignal.timeout(MAX_CHECK_MS)]),
      });
      return ignored;
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  }

  #write(directory: string): void {
    for (const name of ["git/objects", "git/refs", "tree"]) {
      mkdirSync(`${directory}/${name}`, { recursive: true, mode: 0o700 });
    }
    writeFileSync(`${directory}/git/HEAD`, "ref: refs/heads/none\n");
    for (const [rawPath, content] of this.#files) {
      const slash = rawPath.lastIndexOf("/");
      if (slash !== -1)
        mkdirSync(pathBelow(`${directory}/tree`, rawPath.slice(0, slash)), { recursive: true });
      writeFileSync(pathBelow(`${directory}/tree`, rawPath), content);
    }
  }
}

async function* lines(rawPaths: readonly string[]): AsyncGenerator<Buffer> {
  for (let at = 0; at < rawPaths.length; at += 1000) {
    const paths = rawPaths.slice(at, at + 1000).map((rawPath) => `${HERE}${rawPath}\0`);
    yield Buffer.from(paths.join(""), "latin1");
  }
}
