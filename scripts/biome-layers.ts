import { layers, pureRooms } from "./layers.ts";

const rooms = layers.flat();

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
 * The lint rules of the layers: no upward import, no way past `index.ts`, no I/O where the layer is pure.
 * Imports between rooms of one layer are left to the architecture test, which names both rooms.
 */
export function layerOverrides(): unknown[] {
  return layers.map((members, layer) => {
    const above = layers.slice(layer + 1).flat();
    const pure = members.every((room) => pureRooms.includes(room));
    return restrict(
      members.map((room) => `src/${room}/**`),
      {
        ...(pure
          ? { paths: Object.fromEntries(ioModules.map((name) => [`node:${name}`, "Pure: pass it in."])) }
          : {}),
        patterns: [
          ...(above.length === 0 ? [] : [{ group: above.map(within), message: "This room lies higher." }]),
          { group: [...rooms.map(within), "!**/index.ts"], message: "Enter another room by its index.ts." },
        ],
      },
    );
  });
}

/** Tests read fixtures and start other programs, so these rules do not bind them. */
export function testOverride(): unknown {
  const includes = ["src/**/*.test.ts", "src/**/*.contract.ts"];
  return { includes, linter: { rules: { style: { noRestrictedImports: "off" } } } };
}

// Within a room, paths never name the room itself, so a room's name in a path marks a crossing.
function within(room: string): string {
  return `**/../${room}/**`;
}

function restrict(includes: readonly string[], options: object): unknown {
  return { includes, linter: { rules: { style: { noRestrictedImports: { level: "error", options } } } } };
}
