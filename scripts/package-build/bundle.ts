import { type OutputOptions, type RolldownOptions, rolldown } from "rolldown";
import type { PackageEntries } from "./entries.ts";

/** Writes the code of the entries to a directory, each at its own path. What several of them need lies in `chunks/`. */
export async function bundle(root: string, entries: PackageEntries, directory: string): Promise<void> {
  const common: RolldownOptions = {
    cwd: root,
    platform: "node",
    // Dependencies stay packages of their own, which npm installs.
    external: /^[^./]/,
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
  const write = async (names: readonly string[]) => {
    const input = Object.fromEntries(names.map((name) => [name, `src/${name}.ts`]));
    await using build = await rolldown({ ...common, input });
    await build.write(output);
  };
  await Promise.all([write(entries.modules), ...entries.alone.map((name) => write([name]))]);
}
