import { constants } from "node:fs";
import { type FileHandle, lstat, mkdir, open, readlink, realpath } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { canReadPath, canWritePath, type Policy } from "../../../policy/index.ts";
import { ToolFailure } from "./tool-failure.ts";

const { O_CREAT, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_TRUNC, O_WRONLY } = constants;

/** Larger files are neither read nor edited. */
export const MAX_FILE_BYTES = 16 * 1024 * 1024;

/** A file of the workspace, with every link followed. */
export interface WorkspacePlace {
  /** The absolute path. */
  readonly path: string;
  /** The same from the root of the workspace; `.` for the root itself. */
  readonly name: string;
}

/**
 * The files that tools may touch: those inside the workspace, whatever links say, and not those that the policy of the order
 * denies. What was opened is checked again by its descriptor, so that a command which swaps directories for links meanwhile
 * gains nothing.
 */
export class WorkspaceFiles {
  /** The absolute path, with every link followed. */
  readonly root: string;
  /** The path as the order names it. */
  readonly #named: string;
  readonly #policy: Policy;

  private constructor(root: string, named: string, policy: Policy) {
    this.root = root;
    this.#named = named;
    this.#policy = policy;
  }

  static async open(root: string, policy: Policy): Promise<WorkspaceFiles> {
    return new WorkspaceFiles(await realpath(root), resolve(root), policy);
  }

  /** Finds an existing file or directory that may be read. Throws `ToolFailure`. */
  async find(path: string): Promise<WorkspacePlace> {
    const named = this.#absolute(path);
    const place = this.#inside(path, await this.#follow(named, path));
    this.#judge(canReadPath, named, place);
    return place;
  }

  /** Whether a file that a walk found may be read. */
  mayRead(name: string): boolean {
    return canReadPath(this.#policy, name).verdict !== "deny";
  }

  /** Reads a regular file. Throws `ToolFailure`. */
  async read(path: string): Promise<Buffer> {
    const place = await this.find(path);
    const handle = await openFile(place.path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW, path);
    try {
      await this.#check(handle, path);
      const status = await handle.stat();
      if (status.isDirectory()) throw new ToolFailure(`${path} is a directory; list shows what it holds`);
      if (!status.isFile()) throw new ToolFailure(`${path} is no regular file`);
      if (status.size > MAX_FILE_BYTES)
        throw new ToolFailure(`${path} is larger than ${MAX_FILE_BYTES} bytes`);
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  }

  /**
   * Writes a file, and makes its directories. A file that exists keeps its mode. Throws `ToolFailure`. Returns where it is.
   */
  async write(path: string, content: Buffer | string): Promise<WorkspacePlace> {
    if (Buffer.byteLength(content) > MAX_FILE_BYTES) throw new ToolFailure("the content is too large");
    const place = await this.#writable(path);
    const directory = dirname(place.path);
    await mkdir(directory, { recursive: true });
    const parent = await openFile(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, path);
    try {
      const found = await this.#check(parent, path);
      const target = join(found ?? directory, place.path.slice(directory.length));
      const handle = await openFile(target, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK, path);
      try {
        if (!(await handle.stat()).isFile()) throw new ToolFailure(`${path} is no regular file`);
        await handle.writeFile(content);
      } finally {
        await handle.close();
      }
    } finally {
      await parent.close();
    }
    return place;
  }

  /** Where a path leads that may be written, whether or not it exists. */
  async #writable(path: string): Promise<WorkspacePlace> {
    const named = this.#absolute(path);
    const place = this.#inside(path, await this.#followExisting(named, path));
    if (place.name === ".") throw new ToolFailure("the path is the workspace itself");
    this.#judge(canWritePath, named, place);
    return place;
  }

  /** Throws `ToolFailure` if the policy denies a file by the name that was given, or by the one that links lead to. */
  #judge(canUse: typeof canReadPath, named: string, { name }: WorkspacePlace): void {
    for (const one of new Set([relative(this.root, named), name])) {
      const { verdict, reason } = canUse(this.#policy, one === "" ? "." : one);
      if (verdict === "deny") throw new ToolFailure(reason);
    }
  }

  /** The absolute path that is meant. One that does not even look like one of the workspace is refused unseen. */
  #absolute(path: string): string {
    if (path.includes("\0")) throw new ToolFailure("the path holds a zero byte");
    const named = relative(this.#named, resolve(this.#named, path));
    const absolute = isOutside(named) ? resolve(this.root, path) : resolve(this.root, named);
    this.#inside(path, absolute);
    return absolute;
  }

  async #follow(path: string, shown: string): Promise<string> {
    try {
      return await realpath(path);
    } catch (error) {
      throw failureOf(error, shown);
    }
  }

  /** Follows the links of the part of a path that exists. A link that leads nowhere is refused: a write would follow it. */
  async #followExisting(path: string, shown: string): Promise<string> {
    try {
      return await realpath(path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw failureOf(error, shown);
    }
    const isLink = await lstat(path).then(
      () => true,
      () => false,
    );
    if (isLink) throw new ToolFailure(`${shown} is a link that leads nowhere`);
    const parent = dirname(path);
    return join(await this.#followExisting(parent, shown), path.slice(parent.length));
  }

  #inside(shown: string, path: string): WorkspacePlace {
    const name = relative(this.root, path);
    if (isOutside(name)) throw new ToolFailure(`${shown} is outside the workspace`);
    return { path, name: name === "" ? "." : name };
  }

  /** Refuses what was opened outside the workspace. Returns a path by the descriptor if the system has such paths. */
  async #check(handle: FileHandle, shown: string): Promise<string | undefined> {
    const link = `/proc/self/fd/${handle.fd}`;
    const path = await readlink(link).catch(() => undefined);
    if (path === undefined) return undefined;
    this.#inside(shown, path);
    return link;
  }
}

/** Whether a path from the root leads out of it. */
function isOutside(name: string): boolean {
  return name === ".." || name.startsWith(`..${sep}`) || isAbsolute(name);
}

async function openFile(path: string, flags: number, shown: string): Promise<FileHandle> {
  try {
    return await open(path, flags, 0o666);
  } catch (error) {
    throw failureOf(error, shown);
  }
}

/** The text for the model about a fault of the file system. Other errors stay as they are. */
export function failureOf(error: unknown, shown: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: "does not exist",
    EACCES: "may not be opened",
    EISDIR: "is a directory",
    ENOTDIR: "has a part that is no directory",
    ELOOP: "is a link",
    ENXIO: "is no regular file",
    ENAMETOOLONG: "is too long",
  };
  return new ToolFailure(`${shown} ${reasons[code] ?? `cannot be opened (${code})`}`);
}
