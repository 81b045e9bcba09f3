import { existsSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { useMachine } from "../fixtures/console.ts";

const machine = useMachine();
const file = () => join(machine.root, "backplane.toml");
const CANARY = "canary-5f1d";
const HOSTILE = `port = 1\n[keys.eve]\ntoken = "${CANARY}"\n`;

describe("abp config trust", () => {
  it("trusts the file of the current directory, and names its keys without their values", async () => {
    writeFileSync(file(), HOSTILE);
    const { exit, out, error } = await machine.run(["config", "trust"]);
    expect(exit).toBe(0);
    expect(out).toMatch(new RegExp(`^trusted ${file()}\nsha256  [0-9a-f]{64}\n$`));
    expect(error).toBe("  1:1  port\n  3:1  keys.eve.token\n");
    expect((await machine.run(["config", "show", "--json"])).out).toContain('"port":1,');
    const entries = readdirSync(join(machine.root, "home/state/trust"));
    expect(entries).toHaveLength(1);
    expect(statSync(join(machine.root, "home/state/trust", entries[0]!)).mode & 0o777).toBe(0o600);
  });

  it("takes a file or a directory, relative or absolute", async () => {
    mkdirSync(join(machine.root, "app"));
    writeFileSync(join(machine.root, "app/backplane.toml"), "port = 1\n");
    for (const path of ["app", "app/backplane.toml", join(machine.root, "app")]) {
      const { out } = await machine.run(["config", "trust", path, "--json"]);
      expect(JSON.parse(out)).toMatchObject({
        path: join(machine.root, "app/backplane.toml"),
        trusted_at: expect.stringMatching(/^2026-/),
        keys: [{ key: "port" }],
      });
    }
    expect((await machine.run(["backends"], { cwd: join(machine.root, "app") })).exit).toBe(0);
  });

  it("refuses other names, files that are not there or not TOML, and whatever is not a regular file", async () => {
    writeFileSync(join(machine.root, "other.toml"), "");
    expect(await machine.run(["config", "trust", "other.toml"])).toMatchObject({ exit: 2 });
    expect(await machine.run(["config", "trust"])).toMatchObject({ exit: 2 });
    writeFileSync(file(), "[keys.");
    expect(await machine.run(["config", "trust"])).toMatchObject({
      exit: 3,
      error: expect.stringContaining("not valid TOML"),
    });
    rmSync(file());
    symlinkSync("other.toml", file());
    expect(await machine.run(["config", "trust"])).toMatchObject({
      exit: 3,
      error: expect.stringContaining("symbolic link"),
    });
    rmSync(file());
    mkdirSync(file());
    expect(await machine.run(["config", "trust"])).toMatchObject({
      exit: 3,
      error: expect.stringContaining("it is a directory"),
    });
    expect(existsSync(join(machine.root, "home/state/trust"))).toBe(false);
  });

  const NO_REGULAR = "Put a regular file in its place, or name a configuration file with --config.";
  it.each<[string, () => void, string, Readonly<Record<string, string>>]>([
    [
      "other.toml",
      () => writeFileSync(join(machine.root, "other.toml"), ""),
      "only a file named backplane.toml needs trust",
      {
        code: "usage_invalid",
        where: "other.toml",
        advice: "A file that you name with --config is used without it.",
      },
    ],
    ["none/backplane.toml", () => undefined, "there is no such file", { code: "input_unreadable" }],
    [
      "backplane.toml",
      () => writeFileSync(file(), "[keys."),
      expect.stringMatching(/: it is not trusted$/),
      { code: "config_invalid", advice: "`abp config check backplane.toml` names the place." },
    ],
    [
      "backplane.toml",
      () => mkdirSync(file()),
      expect.stringMatching(/^it cannot be trusted: it is a directory/),
      { code: "config_untrusted", advice: NO_REGULAR },
    ],
  ])("says what is wrong with %s", async (path, prepare, message, { code, ...details }) => {
    prepare();
    const { error } = await machine.run(["config", "trust", path, "--json"]);
    expect(JSON.parse(error).error).toMatchObject({
      code,
      message,
      details: { where: join(machine.root, path), ...details },
    });
  });

  it("lists what is trusted, and whether it changed", async () => {
    expect((await machine.run(["config", "trust", "--list"])).out).toBe("no project file is trusted\n");
    await machine.configure("port = 1\n");
    const states = async () =>
      (
        JSON.parse((await machine.run(["config", "trust", "--list", "--json"])).out) as { state: string }[]
      ).map(({ state }) => state);
    expect(await states()).toEqual(["trusted"]);
    writeFileSync(file(), "port = 2\n");
    expect(await states()).toEqual(["changed"]);
    rmSync(file());
    expect(await states()).toEqual(["missing"]);
    mkdirSync(file());
    expect(await states()).toEqual(["changed"]);
    expect((await machine.run(["config", "trust", "--list"])).out).toMatch(
      /^file .*\n.*backplane\.toml {2}changed/,
    );
  });
});

describe("abp config untrust", () => {
  it("ends the trust, also of a file that is gone, and says if there was none", async () => {
    await machine.configure("port = 1\n");
    rmSync(file());
    expect((await machine.run(["config", "untrust"])).out).toBe(`no longer trusted: ${file()}\n`);
    expect((await machine.run(["config", "untrust"])).out).toBe(`was not trusted: ${file()}\n`);
    expect(JSON.parse((await machine.run(["config", "untrust", "--json"])).out)).toEqual({
      path: file(),
      removed: false,
    });
    writeFileSync(file(), "port = 1\n");
    expect((await machine.run(["backends"])).exit).toBe(3);
  });
});

describe("abp config show with an untrusted file", () => {
  it("shows the configuration without it, and the names of its keys", async () => {
    writeFileSync(file(), HOSTILE);
    const shown = await machine.run(["config", "show", "--origin"]);
    expect(shown.exit).toBe(0);
    expect(shown.out).toContain("port = 8088 # default");
    expect(shown.out).toContain("# backplane.toml is untrusted and not applied. It would set:");
    expect(shown.out).toContain("#   backplane.toml:3:1  keys.eve.token");
    expect(shown.out).toContain(`# To use it: abp config trust ${file()}`);
    const data = JSON.parse((await machine.run(["config", "show", "--json"])).out);
    expect(data).toMatchObject({ port: 8088, keys: {}, not_applied: { file: file(), reason: "untrusted" } });
    const origins = (await machine.run(["config", "show", "--json", "--origin"])).out;
    expect(JSON.parse(origins)).toContainEqual({
      key: "keys.eve.token",
      applied: false,
      origin: { layer: "project", where: "backplane.toml:3:1", state: "untrusted" },
    });
    expect(shown.out + JSON.stringify(data) + origins).not.toContain(CANARY);
  });

  it("says why a file cannot be used, and what an ignored one would set", async () => {
    mkdirSync(file());
    expect((await machine.run(["config", "show"])).out).toContain("# it is a directory");
    rmSync(file(), { recursive: true });
    writeFileSync(file(), HOSTILE);
    const { out, error } = await machine.run(["config", "show", "--ignore-project-config"]);
    expect(out).toContain("# backplane.toml is ignored and not applied");
    expect(out).not.toContain("To use it");
    expect(error).toBe("backplane.toml is ignored: it would set port, keys.eve.token\n");
  });
});

it("abp config check refuses an untrusted file, and checks a file that is named", async () => {
  writeFileSync(file(), "port = 0\n");
  expect(await machine.run(["config", "check"])).toMatchObject({
    exit: 3,
    error: expect.stringContaining("config_untrusted"),
  });
  expect(await machine.run(["config", "check", "backplane.toml"])).toMatchObject({
    exit: 3,
    error: expect.stringContaining("`port` is 0"),
  });
  expect((await machine.run(["config", "check", "--ignore-project-config"])).out).toBe(
    "valid configuration (defaults only)\n",
  );
});
