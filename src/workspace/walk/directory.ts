import {
  closeSync,
  constants,
  type Dirent,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  type Stats,
} from "node:fs";

const OPEN_DIRECTORY = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
// Linux only. Elsewhere entries are addressed by their full path, and a swapped parent directory would be followed.
const hasDescriptorPaths = existsSync("/proc/self/fd");
// The target of the link: each path that begins with it takes one step less.
const DESCRIPTOR_PATHS = hasDescriptorPaths ? `/proc/${readlinkSync("/proc/self")}/fd` : "";

/**
 * An open directory. Entries are addressed relative to its descriptor, so that nobody can swap a parent directory for a link
 * in between. Names have one character per byte (latin1).
 */
export class Directory {
  readonly fd: number;
  /** A path that leads to this directory as long as it is open, in every thread of this process. */
  readonly prefix: string;

  private constructor(fd: number, path: string) {
    this.fd = fd;
    this.prefix = hasDescriptorPaths ? `${DESCRIPTOR_PATHS}/${fd}` : path;
  }

  /** Opens a directory by path. Throws `ELOOP` or `ENOTDIR` if the last name is a link. */
  static open(path: string): Directory {
    return new Directory(openSync(pathBytes(path), OPEN_DIRECTORY), path);
  }

  child(name: string): Directory {
    return Directory.open(`${this.prefix}/${name}`);
  }

  /** The path of an entry for calls of `node:fs`. */
  place(name: string): string | Buffer {
    return pathBytes(`${this.prefix}/${name}`);
  }

  list(): Dirent[] {
    return readdirSync(pathBytes(`${this.prefix}/.`), { encoding: "latin1", withFileTypes: true });
  }

  status(): Stats {
    return fstatSync(this.fd);
  }

  /** The status of an entry; links are not followed. */
  entryStatus(name: string): Stats {
    return lstatSync(this.place(name));
  }

  close(): void {
    closeSync(this.fd);
  }
}

/** A path of one character per byte in the form that `node:fs` takes. */
function pathBytes(path: string): string | Buffer {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII as a whole
  return /^[\x00-\x7f]*$/.test(path) ? path : Buffer.from(path, "latin1");
}
