import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Directory } from "./directory.ts";
import { DirectoryChain } from "./directory-chain.ts";

let path: string;
let root: Directory;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), "abp-chain-"));
  mkdirSync(join(path, "a/b/c"), { recursive: true });
  mkdirSync(join(path, "a/x"));
  root = Directory.open(path);
});
afterEach(() => {
  root.close();
  rmSync(path, { recursive: true, force: true });
});

const inodeOf = (name: string) => statSync(join(path, name)).ino;

/** Opens paths one after the other, and counts how often each directory is closed. */
function watched(chain: DirectoryChain, ...paths: string[]) {
  return paths.map((each) => {
    const directory = chain.at(each);
    const close = vi.spyOn(directory, "close");
    return { directory, closed: () => close.mock.calls.length };
  });
}

describe("a chain of directories", () => {
  it("opens each path, whatever was open before", () => {
    const chain = new DirectoryChain(root);
    for (const name of ["a/b/c", "a/x", "a", "", "a/b", "a/b/c", "a/b"]) {
      expect(chain.at(name).status().ino, name).toBe(inodeOf(name));
    }
    chain.close();
  });

  it("keeps what two paths share open, and closes the rest", () => {
    const chain = new DirectoryChain(root);
    const [a, b, c] = watched(chain, "a", "a/b", "a/b/c");
    expect(chain.at("a/b/c")).toBe(c!.directory);
    const [x] = watched(chain, "a/x");
    expect([a, b, c, x].map((each) => each!.closed())).toEqual([0, 1, 1, 0]);
    expect(chain.at("a")).toBe(a!.directory);
    expect([a, b, c, x].map((each) => each!.closed())).toEqual([0, 1, 1, 1]);
    chain.close();
  });

  it("closes everything once but the root, which is not its own", () => {
    const chain = new DirectoryChain(root);
    const opened = watched(chain, "", "a", "a/b");
    chain.close();
    chain.close();
    expect(opened.map((each) => each.closed())).toEqual([0, 1, 1]);
    expect(chain.at("")).toBe(root);
    expect(chain.at("a").status().ino).toBe(inodeOf("a"));
    chain.close();
  });

  it("W01 follows no link, and works on after that", () => {
    symlinkSync("a", join(path, "link"));
    const chain = new DirectoryChain(root);
    expect(() => chain.at("link")).toThrow(/ENOTDIR|ELOOP/);
    expect(() => chain.at("a/missing/deeper")).toThrow("ENOENT");
    expect(chain.at("")).toBe(root);
    expect(chain.at("a/b").status().ino).toBe(inodeOf("a/b"));
    for (const name of ["a/b/none", "a/b/none"]) expect(() => chain.at(name)).toThrow("ENOENT");
    expect(chain.at("a/x").status().ino).toBe(inodeOf("a/x"));
    chain.close();
  });

  it("makes missing directories only if it is asked to, for the owner alone", () => {
    expect(() => new DirectoryChain(root).at("new")).toThrow("ENOENT");
    expect(existsSync(join(path, "new"))).toBe(false);
    const chain = new DirectoryChain(root, true);
    chain.at("a/new/inner");
    expect(statSync(join(path, "a/new/inner")).mode & 0o777).toBe(0o700);
    expect(statSync(join(path, "a/new")).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(path, "a")).sort()).toEqual(["b", "new", "x"]);
    chain.close();
  });

  it("says why a directory could not be made", () => {
    const chain = new DirectoryChain(root, true);
    expect(() => chain.at("n".repeat(300))).toThrow("ENAMETOOLONG");
    chain.close();
  });
});
