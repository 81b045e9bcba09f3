import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { backendContract } from "../backend.contract.ts";
import { ExampleBackend } from "./example-backend.ts";
import { exampleSidecars } from "./example-sidecars.ts";
import { FakeHost } from "./fixtures/fake-host.ts";
import { sidecarHost } from "./sidecar-host.ts";

const entries = exampleSidecars();
const root = mkdtempSync(join(tmpdir(), "abp-example-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

for (const [name, entry] of Object.entries(entries)) {
  const backend = new ExampleBackend(name, entry, sidecarHost(process.env));
  if (backend.findFault() === undefined) backendContract(name, () => ({ backend, workspaceRoot: root }));
  else console.warn(`The example sidecar ${name} is not run: ${entry.command} is not installed.`);
}

describe("an example sidecar", () => {
  it("is a program of the package, and must be named", () => {
    expect(Object.keys(entries)).toEqual(["node", "python"]);
    for (const [name, entry] of Object.entries(entries)) {
      expect(existsSync(entry.args![0]!)).toBe(true);
      expect(new ExampleBackend(name, entry, new FakeHost()).isChosenByAuto).toBe(false);
    }
  });

  it("says that its interpreter is not installed, before anything starts", () => {
    const host = new FakeHost();
    const without = { ...host, environment: { PATH: root } } as unknown as FakeHost;
    expect(
      new ExampleBackend("python", { ...entries["python"]!, command: "python3" }, without).findFault(),
    ).toMatchObject({
      code: "agent_not_installed",
      message: 'the backend python is not found: no program "python3"',
    });
    expect(new ExampleBackend("node", entries["node"]!, without).findFault()).toBeUndefined();
  });

  it("does not look for its interpreter below the working directory", () => {
    const programs = join("node_modules", ".bin");
    const faultIn = (PATH: string) => {
      const host = { ...new FakeHost(), environment: { PATH } } as unknown as FakeHost;
      const entry = { ...entries["python"]!, command: "vitest" };
      return new ExampleBackend("python", entry, host).findFault()?.code;
    };
    expect([faultIn(resolve(programs)), faultIn(programs)]).toEqual([undefined, "agent_not_installed"]);
  });
});
