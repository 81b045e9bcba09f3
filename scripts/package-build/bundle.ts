import { type OutputOptions, type Plugin, type RolldownOptions, rolldown } from "rolldown";
import { escapeAll } from "./ascii-code.ts";
import { takeBuiltins } from "./builtin-imports.ts";
import type { PackageEntries } from "./entries.ts";
import { writeLicences } from "./licences.ts";

/**
 * Dependencies whose code becomes part of ours: each start needs them, and reading their many files takes longer than running them.
 * The others stay packages, which npm installs.
 */
const INCLUDED = ["zod", "commander", "smol-toml", "picocolors"];

const builtins: Plugin = {
  name: "builtin-imports",
  renderChunk: (code, { fileName }) => takeBuiltins(fileName, code),
};
// At the very end: rolldown prints the code once more after `renderChunk`.
const ascii: Plugin = {
  name: "ascii-code",
  generateBundle(_, files) {
    for (const file of Object.values(files)) if (file.type === "chunk") file.code = escapeAll(file.code);
  },
};

/** Writes the code of the entries to a directory, each at its own path. What several of them need lies in `chunks/`. */
export async function bundle(root: string, entries: PackageEntries, directory: string): Promise<void> {
  const common: RolldownOptions = {
    cwd: root,
    platform: "node",
    external: (id, _importer, isResolved) =>
      !isResolved && !/^[./]/.test(id) && !INCLUDED.some((name) => id === name || id.startsWith(`${name}/`)),
    onLog: (_level, log) => {
      throw new Error(log.message);
    },
  };
  const output: OutputOptions = {
    dir: directory,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
    comments: false,
  };
  const write = async (names: readonly string[], plugins: readonly Plugin[]) => {
    const input = Object.fromEntries(names.map((name) => [name, `src/${name}.ts`]));
    await using build = await rolldown({ ...common, input, plugins: [...plugins] });
    await build.write(output);
  };
  await Promise.all([
    write(entries.modules, [builtins, ascii]),
    // The kit runs on older versions of Node, too.
    ...entries.alone.map((name) => write([name], [ascii])),
  ]);
  writeLicences(root, INCLUDED, directory);
}
