import { layers, lightEntries, pureFolders } from "./layers.ts";

const folders = layers.flat();

const ioModules = [
  "child_process",
  "dgram",
  "dns",
  "fs",
  "fs/promises",
  "http",
  "http2",
  "https",
  "net",
  "os",
];

/**
 * Lint rules, one per layer: no import from a higher layer, no import past `index.ts`, no I/O in a pure layer.
 * The architecture test checks imports between folders of one layer, because it can name both folders.
 */
export function layerOverrides(): unknown[] {
  return layers.map((members, layer) => {
    const above = layers.slice(layer + 1).flat();
    const pure = members.every((folder) => pureFolders.includes(folder));
    return restrict(
      members.map((folder) => `src/${folder}/**`),
      {
        ...(pure
          ? { paths: Object.fromEntries(ioModules.map((name) => [`node:${name}`, "Pure: pass it in."])) }
          : {}),
        patterns: [
          ...(above.length === 0
            ? []
            : [{ group: above.map(within), message: "This folder is in a higher layer." }]),
          {
            group: [...folders.map(within), "!**/index.ts", ...lightEntries.map((path) => `!**/${path}`)],
            message: "Import another folder only through its index.ts.",
          },
        ],
      },
    );
  });
}

/** Turns the rules off for tests, which read fixtures and start other programs. */
export function testOverride(): unknown {
  const includes = ["src/**/*.test.ts", "src/**/*.contract.ts"];
  return { includes, linter: { rules: { style: { noRestrictedImports: "off" } } } };
}

// A path inside a folder never names that folder, so `../<folder>/` always means an import from another folder.
function within(folder: string): string {
  return `**/../${folder}/**`;
}

function restrict(includes: readonly string[], options: object): unknown {
  return { includes, linter: { rules: { style: { noRestrictedImports: { level: "error", options } } } } };
}
