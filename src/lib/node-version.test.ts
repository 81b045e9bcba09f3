import { afterEach, describe, expect, it, vi } from "vitest";

const { versions, version } = process;
const setVersion = (value: NodeJS.ProcessVersions, name: string) => {
  Object.defineProperty(process, "versions", { value, configurable: true });
  Object.defineProperty(process, "version", { value: name, configurable: true });
};

afterEach(() => {
  setVersion(versions, version);
  vi.resetModules();
});

describe("the check of the version of Node", () => {
  it.each(["24.0.0", "25.1.0", "100.0.0"])("lets %s pass", async (node) => {
    setVersion({ ...versions, node }, `v${node}`);
    await expect(import("./node-version.ts")).resolves.toBeDefined();
  });

  it.each(["23.11.0", "9.99.9"])("says what is needed in place of %s", async (node) => {
    setVersion({ ...versions, node }, `v${node}`);
    await expect(import("./node-version.ts")).rejects.toThrow(
      new Error(
        `agent-backplane needs Node 24 or newer, and this is v${node}. ` +
          "Run the program with Node 24, such as: npx -p node@24 node program.js",
      ),
    );
  });
});
