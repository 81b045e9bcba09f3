import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import type { Directory } from "../walk/directory.ts";
import { DirectoryChain } from "../walk/directory-chain.ts";
import type { TreePlan } from "../walk/tree-plan.ts";

const NAME = ".gitignore";
const OPEN_FILE = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;
/** Larger files, and those beyond the sum, ignore nothing. */
const MAX_FILE_BYTES = 1024 * 1024;
const MAX_BYTES = 16 * 1024 * 1024;

/** Reads the `.gitignore` files of a tree, by raw path. As with git, one that is a link does not count. */
export function readIgnoreFiles(root: Directory, plan: TreePlan): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  const chain = new DirectoryChain(root);
  let bytes = 0;
  try {
    for (const { rawPath, files: names } of plan.directories) {
      if (!names.includes(NAME)) continue;
      const content = read(chain, rawPath);
      if (content === undefined || bytes + content.length > MAX_BYTES) continue;
      bytes += content.length;
      files.set(rawPath === "" ? NAME : `${rawPath}/${NAME}`, content);
    }
    return files;
  } finally {
    chain.close();
  }
}

function read(chain: DirectoryChain, rawDirectory: string): Buffer | undefined {
  try {
    const file = openSync(chain.at(rawDirectory).place(NAME), OPEN_FILE);
    try {
      const status = fstatSync(file);
      return status.isFile() && status.size <= MAX_FILE_BYTES ? readFileSync(file) : undefined;
    } finally {
      closeSync(file);
    }
  } catch {
    // Not readable, or gone: staging itself says so.
    return undefined;
  }
}
