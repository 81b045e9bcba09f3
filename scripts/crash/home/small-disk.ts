import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Room for the ledgers of ten seeds, which share a disk. */
const SIZE_MIB = 64;

/** A small file system in memory, which can be filled up. */
export class SmallDisk {
  readonly #directory: string;

  private constructor(directory: string) {
    this.#directory = directory;
  }

  /** Mounts one at the directory; undefined if the system does not permit it. */
  static mount(directory: string): SmallDisk | undefined {
    try {
      const argv = ["-t", "tmpfs", "-o", `size=${SIZE_MIB}m,mode=0700`, "tmpfs", directory];
      execFileSync("mount", argv, { stdio: "ignore" });
      return new SmallDisk(directory);
    } catch {
      // Only root may mount, and only on Linux.
      return undefined;
    }
  }

  /** Uses up all free space. */
  fill(): void {
    for (const bytes of [1 << 20, 1 << 12]) {
      try {
        for (;;) writeFileSync(this.#filler, Buffer.alloc(bytes), { flag: "a" });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      }
    }
  }

  free(): void {
    rmSync(this.#filler, { force: true });
  }

  unmount(): void {
    execFileSync("umount", ["-l", this.#directory], { stdio: "ignore" });
  }

  get #filler(): string {
    return join(this.#directory, "filler");
  }
}
