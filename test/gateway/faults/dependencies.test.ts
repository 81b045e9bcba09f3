import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";

const repository = resolve(import.meta.dirname, "../../..");
const read = (name: string) =>
  JSON.parse(readFileSync(resolve(repository, name), "utf8")) as Record<string, unknown>;

interface LockedPackage {
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly inBundle?: boolean;
}

const manifest = read("package.json") as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
};
const locked = Object.entries(
  (read("package-lock.json") as { packages: Record<string, LockedPackage> }).packages,
).filter(([path]) => path !== "");
const nameOf = (path: string): string =>
  path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

describe("G28: what we depend on", () => {
  it("is at most fifteen packages at run time, each in one exact version", () => {
    expect(Object.keys(manifest.dependencies).length).toBeLessThanOrEqual(15);
    for (const version of Object.values({ ...manifest.dependencies, ...manifest.devDependencies }))
      expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
  });

  it("runs no script when it is installed, but those that are allowed by name, and none at all at run time", () => {
    const scripted = locked.filter(([, { hasInstallScript }]) => hasInstallScript === true);
    expect(scripted.filter(([, { dev }]) => dev !== true).map(([path]) => nameOf(path))).toEqual([]);
    // Whoever is not named here is installed without its scripts.
    expect(manifest.allowScripts).toEqual({ node: true });
    expect(manifest.dependencies["node"]).toBeUndefined();
  });

  it("is locked with a digest of each package", () => {
    const loose = locked.filter(
      ([, { integrity, link, inBundle }]) =>
        link !== true && inBundle !== true && integrity?.startsWith("sha512-") !== true,
    );
    expect(loose.map(([path]) => path)).toEqual([]);
  });
});
