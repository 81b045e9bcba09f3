/**
 * The folders under `src/`, lowest layer first. A folder imports only from lower layers, and only through `index.ts`.
 * The lint rules in `biome.json` are generated from this table, and the architecture test reads it.
 */
export const layers: readonly (readonly string[])[] = [
  ["lib"],
  ["contract"],
  ["models"],
  ["dialects", "negotiation", "policy", "receipts"],
  ["process", "storage", "engines", "telemetry", "config"],
  ["sandbox", "sidecar", "workspace"],
  ["agents"],
  ["backends"],
  ["gateway", "runtime"],
  ["daemon", "client"],
  ["cli"],
];

/** Pure folders use no files, sockets or processes, no clock and no randomness. */
export const pureFolders: readonly string[] = layers.slice(0, 4).flat();

/** The index of a folder's layer in the table; undefined when the table does not name the folder. */
export function layerOf(folder: string): number | undefined {
  const index = layers.findIndex((folders) => folders.includes(folder));
  return index === -1 ? undefined : index;
}

/**
 * Files beside `index.ts` that other folders may import. Each imports nothing itself: the command line or a thread needs
 * it at once, and loading the whole folder would slow every start.
 */
export const lightEntries: readonly string[] = [
  "dialects/registry/index.ts",
  "lib/package-file.ts",
  "models/presets/index.ts",
];

/** Folders whose parts still import each other. A folder leaves this list once its parts are untied; none may come in. */
export const tiedFolders: readonly string[] = [
  "daemon",
  "dialects",
  "engines",
  "gateway",
  "runtime",
  "storage/sqlite",
  "workspace",
];

/**
 * The parts of folders that have inner layers, lowest first. A part is a subfolder (its name ends with a slash) or a file beside
 * it other than `index.ts`; it imports only from parts of lower rows, types included. The table names every part.
 */
export const innerLayers: Readonly<Record<string, readonly (readonly string[])[]>> = {
  config: [
    ["issue.ts"],
    ["paths.ts"],
    ["schema/"],
    ["layers/"],
    ["checks/", "trust/", "validation.ts"],
    ["load-options.ts"],
    ["source-files.ts"],
    ["load.ts"],
    ["display/", "watch.ts"],
  ],
};
