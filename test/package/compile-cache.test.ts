import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { programsFolder } from "./programs.ts";

const module = resolve(import.meta.dirname, "../../hosts/compile-cache.js");
/** The directory that a program of the package would use, as it finds it in an environment. */
const { privateDirectory: directoryIn } = (await import(module)) as {
  privateDirectory(env: Readonly<Record<string, string>>): string | undefined;
};
const abp = join(await programsFolder(), "abp.js");

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "abp-cache-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** The directory that a program of another user would use, as it finds it in an environment. */
function directoryOfOther(env: Readonly<Record<string, string>>, uid: number): string {
  const program = `
    import { privateDirectory } from ${JSON.stringify(module)};
    console.log(privateDirectory(process.env) ?? "none");`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    env,
    encoding: "utf8",
    uid,
  });
  return stdout.trim();
}

describe("the compiled code that a program keeps", () => {
  it("lies in a private directory of the user's cache directory", () => {
    const found = directoryIn({ HOME: home });
    expect(found).toBe(join(home, ".cache/abp/compile"));
    expect(statSync(found!).mode & 0o777).toBe(0o700);
    expect(directoryIn({ HOME: "/nonexistent", XDG_CACHE_HOME: home })).toBe(join(home, "abp/compile"));
  });

  it("is kept nowhere if there is no directory of the user: no home, a relative one, a read-only one", () => {
    expect(directoryIn({})).toBeUndefined();
    expect(directoryIn({ HOME: "relative", XDG_CACHE_HOME: "relative" })).toBeUndefined();
    expect(directoryIn({ HOME: "/proc" })).toBeUndefined();
  });

  it("is not kept in a repository", () => {
    mkdirSync(join(home, "work/.git"), { recursive: true });
    expect(directoryIn({ HOME: join(home, "work/home") })).toBeUndefined();
    expect(directoryIn({ HOME: home, XDG_CACHE_HOME: join(home, "work") })).toBeUndefined();
    expect(existsSync(join(home, "work/home"))).toBe(false);
    expect(existsSync(join(home, "work/abp"))).toBe(false);
  });

  it.each([
    ["others can write to it", (path: string) => chmodSync(path, 0o777)],
    ["others can read it", (path: string) => chmodSync(path, 0o755)],
    ["others can replace it", (path: string) => chmodSync(join(path, ".."), 0o777)],
    [
      "it is a link",
      (path: string) => {
        rmSync(path, { recursive: true });
        mkdirSync(join(home, "elsewhere"), { mode: 0o700 });
        symlinkSync(join(home, "elsewhere"), path);
      },
    ],
  ])("is not kept in a directory if %s", (_, spoil) => {
    const path = join(home, ".cache/abp/compile");
    mkdirSync(path, { recursive: true, mode: 0o700 });
    spoil(path);
    expect(directoryIn({ HOME: home })).toBeUndefined();
  });

  it.skipIf(process.getuid?.() !== 0)("is not kept in the home of another user", () => {
    mkdirSync(join(home, ".cache"));
    chmodSync(home, 0o777);
    chmodSync(join(home, ".cache"), 0o777);
    expect(directoryOfOther({ HOME: home }, 65534)).toBe("none");
  });

  it("is kept by a command, and neither with NODE_DISABLE_COMPILE_CACHE nor beside NODE_COMPILE_CACHE", () => {
    const run = (env: Readonly<Record<string, string>>) =>
      spawnSync(process.execPath, [abp, "schema", "receipt"], {
        env: { HOME: home, ...env },
      }).status;
    const entries = () => globSync(".cache/abp/compile/*/*", { cwd: home }).length;
    expect(run({ NODE_DISABLE_COMPILE_CACHE: "1" })).toBe(0);
    expect(entries()).toBe(0);
    expect(run({ NODE_COMPILE_CACHE: join(home, "other") })).toBe(0);
    expect(entries()).toBe(0);
    expect(run({})).toBe(0);
    expect(entries()).toBeGreaterThan(5);
  });
});
