import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { useMachine } from "../fixtures/console.ts";

const machine = useMachine();

function write(name: string, text: string): void {
  writeFileSync(join(machine.root, name), text);
}

describe("abp config diff", () => {
  it("shows the values that differ with exit code 1, and ignores our variables", async () => {
    write("a.toml", "port = 1\n");
    write("b.toml", "port = 2\ndefault_engine = 'x'\n");
    machine.env["ABP_PORT"] = "7";
    machine.env["PORT"] = "8";
    const shown = await machine.run(["config", "diff", "a.toml", "b.toml"]);
    expect(shown.exit).toBe(1);
    expect(shown.out).toMatch(/^key +a\.toml +b\.toml$/m);
    expect(shown.out).toMatch(/^port +1 +2$/m);
    expect(shown.out).toMatch(/^default_engine +- +"x"$/m);
    const data = await machine.run(["config", "diff", "a.toml", "b.toml", "--json"]);
    expect(JSON.parse(data.out)).toEqual([
      { path: "default_engine", right: "x" },
      { path: "port", left: 1, right: 2 },
    ]);
  });

  it("says that there are none with exit code 0", async () => {
    write("a.toml", "port = 1\n");
    const { exit, out } = await machine.run(["config", "diff", "a.toml", "a.toml"]);
    expect([exit, out]).toEqual([0, "no differences\n"]);
  });
});

describe("abp config show", () => {
  it("prints values, or values with their origins, as JSON", async () => {
    await machine.configure("port = 1\n[keys.me]\ntoken = 'secret-token'\n");
    const values = JSON.parse((await machine.run(["config", "show", "--json"])).out);
    expect(values).toMatchObject({ port: 1, keys: { me: { token: "[redacted]" } } });
    const origins = JSON.parse((await machine.run(["config", "show", "--json", "--origin"])).out);
    expect(origins).toContainEqual({
      key: "port",
      value: 1,
      origin: expect.objectContaining({ layer: "project", where: "backplane.toml:1:1" }),
    });
  });
});

describe("abp config show of a project's file that is not applied", () => {
  const FILE = "log_level = 'debug'\nport = 5\n";
  const show = (...flags: string[]) => machine.run(["config", "show", ...flags]);
  const linesAfter = (out: string) => out.slice(out.indexOf("\n# backplane.toml is ") + 1).split("\n");

  it("lists the keys that an untrusted file would set, and how to trust it", async () => {
    write("backplane.toml", FILE);
    const { exit, out } = await show();
    expect(exit).toBe(0);
    expect(linesAfter(out)).toEqual([
      "# backplane.toml is untrusted and not applied. It would set:",
      "#   backplane.toml:1:1  log_level",
      "#   backplane.toml:2:1  port",
      expect.stringMatching(/^# To use it: .*abp config trust/),
      "",
    ]);
    expect(out).toMatch(/\n\n# backplane\.toml is untrusted/);
    expect(out).toContain('log_level = "info"\n');
    const origins = JSON.parse((await show("--json", "--origin")).out) as { key: string }[];
    const origin = (where: string) => ({ layer: "project", where, state: "untrusted" });
    expect(origins.slice(-2)).toEqual([
      { key: "log_level", applied: false, origin: origin("backplane.toml:1:1") },
      { key: "port", applied: false, origin: origin("backplane.toml:2:1") },
    ]);
    expect(JSON.parse((await show("--json")).out).not_applied).toMatchObject({
      reason: "untrusted",
      keys: [{ key: "log_level" }, { key: "port" }],
    });
  });

  it("names no way to use a file that the user ignores, and says if it would set nothing", async () => {
    write("backplane.toml", FILE);
    expect(linesAfter((await show("--ignore-project-config")).out)).toEqual([
      "# backplane.toml is ignored and not applied. It would set:",
      "#   backplane.toml:1:1  log_level",
      "#   backplane.toml:2:1  port",
      "",
    ]);
    write("backplane.toml", "");
    const { out } = await show("--ignore-project-config");
    expect(linesAfter(out)[0]).toBe("# backplane.toml is ignored and not applied. It would set nothing:");
  });

  it("says nothing of a file that is applied", async () => {
    await machine.configure(FILE);
    const { out } = await show();
    expect(out).toContain('log_level = "debug"\n');
    expect(out).not.toContain("not applied");
    expect(out).not.toMatch(/\n\n$/);
    expect(out).not.toContain("# project");
    expect(JSON.parse((await show("--json")).out)).not.toHaveProperty("not_applied");
  });
});

describe("abp config check", () => {
  it("refuses what `abp up` refuses, in the same words", async () => {
    await machine.configure(
      'default_engine = "b"\n[engines.a]\ndialect = "openai"\n[keys.k]\ntenant = "t"\n',
    );
    const [checked, started] = [await machine.run(["config", "check"]), await machine.run(["up"])];
    expect([checked.exit, started.exit]).toEqual([3, 3]);
    expect(started.error).toBe(checked.error);
    for (const place of ["1:1", "3:1", "5:1"]) expect(checked.error).toContain(`backplane.toml:${place}`);
  });

  it("names the files that it read, and says if there is none", async () => {
    expect((await machine.run(["config", "check"])).out).toBe("valid configuration (defaults only)\n");
    await machine.configure("prot = 1\n");
    const { exit, out, error } = await machine.run(["config", "check"]);
    expect(exit).toBe(0);
    expect(out).toBe(`valid configuration (${join(machine.root, "backplane.toml")})\n`);
    expect(error).toContain("warning backplane.toml:1:1: `prot` is not a known key");
    const data = JSON.parse((await machine.run(["config", "check", "--json"])).out);
    expect(data).toEqual({
      valid: true,
      files: [join(machine.root, "backplane.toml")],
      warnings: [expect.objectContaining({ key: "prot" })],
    });
    write("other.toml", "port = 'x'\n");
    expect((await machine.run(["config", "check", "other.toml"])).exit).toBe(3);
  });
});

describe("abp register", () => {
  it("counts the features of every pair, and loses nothing within one dialect", async () => {
    const pairs = JSON.parse((await machine.run(["register", "--json"])).out) as {
      from: string;
      to: string;
      lossless: number;
      lossy: number;
      unsupported: number;
    }[];
    expect(pairs).toHaveLength(36);
    for (const pair of pairs) {
      expect(pair.lossless).toBeGreaterThan(0);
      if (pair.from === pair.to) expect(pair.lossy + pair.unsupported).toBe(0);
    }
    expect(pairs.some((pair) => pair.lossy > 0)).toBe(true);
    expect(pairs.some((pair) => pair.unsupported > 0)).toBe(true);
  });

  it("needs both dialects or none", async () => {
    const { exit, error } = await machine.run(["register", "claude"]);
    expect(exit).toBe(2);
    expect(error).toContain("name both dialects, or none");
  });
});

describe("abp run --strict", () => {
  it("refuses a requirement that the backend only emulates", async () => {
    const argv = ["run", "--task", "x", "--require", "tool_write", "--no-log", "-q"];
    expect((await machine.run(argv)).exit).toBe(0);
    expect((await machine.run([...argv, "--strict"])).exit).toBe(5);
  });
});
