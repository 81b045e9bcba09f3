import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ProgramPlace, programPaths } from "./program-paths.ts";

let root: string;
let home: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "abp-paths-")));
  home = join(root, "users/me");
  mkdirSync(home, { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function file(name: string, content = "", mode = 0o644): string {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  chmodSync(path, mode);
  return path;
}

function link(name: string, target: string): string {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
  return path;
}

const program = (name: string, content = "\x7fELF") => file(name, content, 0o755);

/** The paths, relative to the root of the test; others are left out. */
function paths(command: string, args: readonly string[] = [], more: Partial<ProgramPlace> = {}): string[] {
  const place = { searchPath: join(root, "path"), home, hidden: [], workspace: join(root, "work"), ...more };
  return programPaths({ command, args, cwd: root }, place)
    .filter((path) => path.startsWith(root))
    .map((path) => path.slice(root.length + 1))
    .sort();
}

describe("the command", () => {
  it("is visible by itself, or with the installation whose bin directory it is in", () => {
    expect(paths(program("tools/agent"))).toEqual(["tools/agent"]);
    expect(paths(program("python/bin/python3"))).toEqual(["python"]);
  });

  it("is looked up in the search path", () => {
    program("path/agent");
    expect(paths("agent")).toEqual(["path/agent"]);
    expect(paths("missing")).toEqual([]);
  });

  it("brings every link on the way, and the real file", () => {
    program("store/v1/agent");
    link("store/current", "v1");
    link("second", "store/current/agent");
    expect(paths(link("first", "second"))).toEqual([
      "first",
      "second",
      "store/current/agent",
      "store/v1/agent",
    ]);
  });

  it("ends with a link that leads to itself", () => {
    expect(paths(link("loop", "loop"))).toEqual([]);
    expect(paths("/bin/true", [join(root, "loop")])).toEqual([]);
  });

  it("is a file only if the installation is a home or one of its shared directories", () => {
    expect(paths(program("users/me/bin/agent"))).toEqual(["users/me/bin/agent"]);
    expect(paths(program("users/me/.local/bin/agent"))).toEqual(["users/me/.local/bin/agent"]);
    expect(paths(program("users/me/.pyenv/bin/agent"))).toEqual(["users/me/.pyenv"]);
    expect(paths(program("users/bin/agent"))).toEqual(["users/bin/agent"]);
    expect(paths(program("x/.local/bin/agent"))).toEqual(["x/.local"]);
  });

  it("brings its interpreters, at most four deep", () => {
    program("path/one", "#!/usr/bin/env two\n");
    for (const [name, next] of ["two three", "three four", "four five", "five six", "six six"].map((pair) =>
      pair.split(" "),
    ))
      program(`path/${name}`, `#!${join(root, "path", next!)}\n`);
    expect(paths("one")).toEqual(["path/five", "path/four", "path/one", "path/three", "path/two"]);
  });
});

describe("the arguments", () => {
  it("bring the directory of a file and a directory itself, also by relative paths", () => {
    file("lib/agent.py");
    mkdirSync(join(root, "data/deep"), { recursive: true });
    expect(paths("/bin/true", ["lib/agent.py", join(root, "data/deep"), "--flag", "a\0b", "none"])).toEqual([
      "data/deep",
      "lib",
    ]);
  });

  it("bring where links lead", () => {
    file("real/agent.py");
    link("shown/agent.py", "../real/agent.py");
    expect(paths("/bin/true", ["shown/agent.py"])).toEqual(["real", "shown"]);
  });

  it("bring only the file if its directory is a home, and no directory that is one", () => {
    file("users/me/agent.py");
    expect(paths("/bin/true", ["users/me/agent.py", "users/me", "users"])).toEqual(["users/me/agent.py"]);
  });

  it("bring no device, and no directory that all users share", () => {
    const place = { searchPath: "", home, hidden: [], workspace: join(root, "work") };
    const args = ["/dev/null", "/", "/tmp", "/etc", "/etc/ssl", "/var", "/var/log", "/home", "/proc"];
    expect(programPaths({ command: "none", args, cwd: "/" }, place)).toEqual([]);
    const deeper = programPaths({ command: "none", args: ["/etc/ssl/certs"], cwd: "/" }, place);
    expect(deeper).toEqual(expect.arrayContaining(["/etc/ssl/certs"]));
  });

  it("bring only the file if its directory holds a hidden path or lies in one", () => {
    file("app/agent.py");
    file("app/state/key");
    const only = ["app/agent.py"];
    expect(paths("/bin/true", ["app/agent.py"], { hidden: [join(root, "app/state")] })).toEqual(only);
    expect(paths("/bin/true", ["app/agent.py"], { hidden: [join(root, "app")] })).toEqual(only);
    expect(paths("/bin/true", ["app/agent.py"], { hidden: [root] })).toEqual(only);
    expect(paths("/bin/true", ["app/agent.py"], { hidden: [join(root, "ap"), join(root, "app2")] })).toEqual([
      "app",
    ]);
  });
});

describe("a JavaScript program", () => {
  it.each([".js", ".mjs", ".cjs", ".ts", ".mts", ".cts"])("brings its package: %s", (extension) => {
    file("app/package.json");
    file(`app/src/bin/agent${extension}`);
    expect(paths("/bin/true", [`app/src/bin/agent${extension}`])).toEqual(["app", "app/src/bin"]);
  });

  it("brings it also as the command", () => {
    file("app/package.json");
    expect(paths(program("app/cli/agent.js"))).toEqual(["app", "app/cli/agent.js"]);
    file("lib/node_modules/agent/package.json");
    const inner = program("lib/node_modules/agent/cli");
    expect(paths(inner)).toEqual([
      "lib/node_modules",
      "lib/node_modules/agent",
      "lib/node_modules/agent/cli",
    ]);
  });

  it("brings the nearest package and every node_modules above, not the package above", () => {
    file("mono/package.json");
    file("mono/node_modules/x/index.js");
    file("mono/app/package.json");
    file("mono/app/node_modules", "no directory");
    file("mono/app/bin/agent.js");
    expect(paths("/bin/true", ["mono/app/bin/agent.js"])).toEqual([
      "mono/app",
      "mono/app/bin",
      "mono/node_modules",
    ]);
  });

  it("brings no package for other programs, for directories, or if none is", () => {
    file("app/package.json");
    file("app/bin/agent.py");
    mkdirSync(join(root, "app/dir.js"));
    expect(paths("/bin/true", ["app/bin/agent.py", "app/dir.js"])).toEqual(["app/bin", "app/dir.js"]);
    mkdirSync(join(root, "plain/package.json"), { recursive: true });
    file("plain/bin/agent.js");
    expect(paths("/bin/true", ["plain/bin/agent.js"])).toEqual(["plain/bin"]);
  });

  it("brings only the package.json if the package is a home, or holds a hidden path or the workspace", () => {
    file("users/me/package.json");
    file("users/me/bin/agent.js");
    const only = ["users/me/bin", "users/me/package.json"];
    expect(paths("/bin/true", ["users/me/bin/agent.js"])).toEqual(only);
    const other = { home: join(root, "users/other") };
    expect(paths("/bin/true", ["users/me/bin/agent.js"], other)).toEqual(["users/me", "users/me/bin"]);
    for (const more of [
      { hidden: [join(root, "users/me/keys")] },
      { workspace: join(root, "users/me/work") },
    ])
      expect(paths("/bin/true", ["users/me/bin/agent.js"], { ...other, ...more })).toEqual(only);
  });

  it("brings no node_modules that hold a hidden path", () => {
    file("app/node_modules/x/index.js");
    file("app/bin/agent.js");
    const hidden = [join(root, "app/node_modules/x")];
    expect(paths("/bin/true", ["app/bin/agent.js"], { hidden })).toEqual(["app/bin"]);
  });
});
