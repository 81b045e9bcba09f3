import { beforeEach, describe, expect, it, vi } from "vitest";
import { type LaunchConditions, launchCommand } from "./launch-command.ts";

const system = vi.hoisted(() => ({ hasBash: true }));

vi.mock("node:fs", async (importOriginal) => ({
  ...(await importOriginal<typeof import("node:fs")>()),
  existsSync: (path: string) => path === "/bin/bash" && system.hasBash,
}));

const program = { command: "/opt/tool", args: ["a b", "$c"] };

function launch(conditions: Partial<LaunchConditions>, env: Record<string, string> = {}) {
  return launchCommand(program, env, { joinFiles: [], close: [], maxDataBytes: undefined, ...conditions });
}

describe("launchCommand", () => {
  beforeEach(() => {
    system.hasBash = true;
  });

  it("leaves the program alone if nothing must be done before it", () => {
    expect(launch({})).toBe(program);
    expect(launch({}, { "odd-name": "1" })).toBe(program);
  });

  it("joins the groups in a small shell, and becomes the program", () => {
    expect(launch({ joinFiles: ["/cg/a", "/cg/it's"] }, { PATH: "/bin", _x9: "" })).toEqual({
      command: "/bin/sh",
      args: [
        "-c",
        `echo 0 > '/cg/a' || exit 125\necho 0 > '/cg/it'\\''s' || exit 125\nexec "$@"`,
        "/bin/sh",
        "/opt/tool",
        "a b",
        "$c",
      ],
    });
  });

  it("limits the data segment in whole KiB, rounded up", () => {
    expect(launch({ maxDataBytes: 4096 }).args[1]).toBe('ulimit -d 4 || exit 125\nexec "$@"');
    expect(launch({ maxDataBytes: 4097 }).args[1]).toBe('ulimit -d 5 || exit 125\nexec "$@"');
  });

  it("limits, joins and closes in this order", () => {
    expect(launch({ maxDataBytes: 1024, joinFiles: ["/cg/a"], close: [3, 9] }).args[1]?.split("\n")).toEqual([
      "ulimit -d 1 || exit 125",
      "echo 0 > '/cg/a' || exit 125",
      "exec 3>&-",
      "exec 9>&-",
      'exec "$@"',
    ]);
  });

  it("takes bash to close descriptors with two digits, and hides the variables of bash", () => {
    expect(launch({ close: [3, 10] }, { PATH: "/bin" })).toEqual({
      command: "/bin/bash",
      args: [
        "--norc",
        "--noprofile",
        "-c",
        'exec 3>&-\nexec 10>&-\nexec /usr/bin/env -u OLDPWD -u PWD -u SHLVL -u _ "$@"',
        "/bin/bash",
        "/opt/tool",
        "a b",
        "$c",
      ],
    });
  });

  it("keeps a variable of bash that the program is given", () => {
    expect(launch({ close: [10] }, { PWD: "/x", _: "y" }).args[3]).toBe(
      'exec 10>&-\nexec /usr/bin/env -u OLDPWD -u SHLVL "$@"',
    );
  });

  it.each(["odd-name", "9lives", "", "a.b"])("takes bash for a variable named %j, which sh drops", (name) => {
    expect(launch({ close: [3] }, { PATH: "/bin", [name]: "1" }).command).toBe("/bin/bash");
  });

  it("closes what sh can if there is no bash", () => {
    system.hasBash = false;
    const { command, args } = launch({ close: [3, 9, 10] }, { "odd-name": "1" });
    expect([command, args[0], args[1]]).toEqual(["/bin/sh", "-c", 'exec 3>&-\nexec 9>&-\nexec "$@"']);
  });
});
