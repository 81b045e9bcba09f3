/**
 * The rooms under `src/`, lowest layer first. A room imports only from lower layers, and only through `index.ts`.
 * The lint rules in `biome.json` are generated from this table; the architecture test reads it as well.
 */
export const layers: readonly (readonly string[])[] = [
  ["lib"],
  ["contract"],
  ["dialects", "negotiation", "policy", "receipts"],
  ["sidecar", "workspace", "storage", "engines", "backends", "telemetry", "config"],
  ["gateway", "runtime"],
  ["daemon", "client"],
  ["cli"],
];

/** Rooms that must stay pure: no files, sockets or processes, no clock, no randomness. */
export const pureRooms: readonly string[] = layers.slice(0, 3).flat();

/** The layer of a room; undefined for a folder that is not a room. */
export function layerOf(room: string): number | undefined {
  const index = layers.findIndex((rooms) => rooms.includes(room));
  return index === -1 ? undefined : index;
}

/**
 * Files beside `index.ts` that other folders may import. Each imports nothing itself: it holds a list that the command
 * line needs at once, where loading the whole folder would slow every start.
 */
export const lightEntries: readonly string[] = ["dialects/registry/index.ts"];
