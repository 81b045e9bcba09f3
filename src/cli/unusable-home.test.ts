import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { useMachine } from "./fixtures/console.ts";

const machine = useMachine();

describe.each([
  ["a file", () => join(machine.root, "file")],
  ["a path below a file", () => join(machine.root, "file", "below")],
  ["a path that the system refuses", () => "/proc/x"],
])("a home that is %s", (_, place) => {
  it.each([
    ["config trust", ["config", "trust"]],
    ["env", ["env", "claude"]],
    ["receipt keys create", ["receipt", "keys", "create"]],
    ["run", ["run", "--task", "hi"]],
    ["call", ["call", "hi"]],
  ])("makes `abp %s` fail as a mistake of the user, with a hint", async (_name, argv) => {
    writeFileSync(join(machine.root, "file"), "x");
    if (argv[1] === "trust") writeFileSync(join(machine.root, "backplane.toml"), "port = 1234\n");
    machine.env["ABP_HOME"] = place();
    const { exit, error } = await machine.run(argv);
    if (argv[0] === "env" && !place().startsWith(machine.root)) {
      // A home that is missing has no daemon, and nothing is written there.
      expect(error).toMatch(/^error daemon_not_running: /);
      expect(exit).toBe(6);
      return;
    }
    expect(error).toMatch(/^error directory_unusable: /);
    expect(error).toMatch(/→ Set `(ABP_HOME|receipts_dir|receipts\.keys_dir)` to a directory/);
    expect(exit).toBe(3);
  });
});
