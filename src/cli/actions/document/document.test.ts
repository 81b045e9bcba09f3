import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { useMachine } from "../../fixtures/console.ts";

const machine = useMachine();

function path(name: string): string {
  return join(machine.root, name);
}

function json<T = Record<string, unknown>>(text: string): T {
  return JSON.parse(text) as T;
}

describe("abp config, schema and validate", () => {
  it("shows the configuration with the origin of each value", async () => {
    await machine.configure('log_level = "debug"\n');
    machine.env["ABP_PORT"] = "9";
    const { out } = await machine.run(["config", "show", "--origin"]);
    expect(out).toContain('log_level = "debug" # project backplane.toml:1:1');
    expect(out).toContain("port = 9 # environment ABP_PORT");
  });

  it("ends with the code for configuration when it is wrong, and warns of what it does not know", async () => {
    await machine.configure('log_level = "loud"\nport = 0\n');
    const bad = await machine.run(["config", "check"]);
    expect(bad.exit).toBe(3);
    expect(bad.error).toContain("backplane.toml:1");
    expect(bad.error).toContain("backplane.toml:2");
    await machine.configure('defualt_backend = "mock"\n');
    const odd = await machine.run(["config", "check"]);
    expect(odd.exit).toBe(0);
    expect(odd.error).toContain("default_backend");
  });

  it("compares two files", async () => {
    writeFileSync(path("a.toml"), "port = 1\n");
    writeFileSync(path("b.toml"), "port = 2\n");
    expect(json((await machine.run(["config", "diff", "a.toml", "b.toml", "--json"])).out)).toEqual([
      { path: "port", left: 1, right: 2 },
    ]);
  });

  it("prints the schema that stands in schemas/", async () => {
    const { out } = await machine.run(["schema", "receipt"]);
    const stored = resolve(import.meta.dirname, "../../../../schemas/receipt.schema.json");
    expect(out).toBe(readFileSync(stored, "utf8"));
    expect((await machine.run(["schema"])).out).toContain("work_order");
  });

  it("recognises documents, and warns of members that nobody knows", async () => {
    const file = resolve(import.meta.dirname, "../../fixtures/work-order.json");
    expect((await machine.run(["validate", file])).out).toBe("valid work_order\n");
    const odd = { ...json(readFileSync(file, "utf8")), sesion_id: "x" };
    const { exit, error } = await machine.run(["validate", "-"], { stdin: JSON.stringify(odd) });
    expect(exit).toBe(0);
    expect(error).toContain('$.sesion_id is not a member of work_order; did you mean "session_id"?');
  });
});
