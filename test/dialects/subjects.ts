import {
  type CallMemory,
  type Dialect,
  dialects,
  IdMap,
  type ReplyOptions,
  StreamTranslator,
  type StreamWriting,
} from "../../src/dialects/index.ts";

/** Every dialect, in the order of the registry. */
export { dialects };

export function dialectNamed(id: string): Dialect {
  const dialect = dialects.find((one) => one.id === id);
  if (dialect === undefined) throw new Error(`there is no dialect ${id}`);
  return dialect;
}

/** Every ordered pair of different dialects. */
export function pairs(): (readonly [Dialect, Dialect])[] {
  return dialects.flatMap((source) =>
    dialects.filter((target) => target !== source).map((target) => [source, target] as const),
  );
}

/** The emulators that a target would want; tests allow all of them. */
export function emulatorsOf(target: Dialect): string[] {
  return Object.values(target.features).flatMap((support) => (support.is === "emulated" ? [support.by] : []));
}

/** The memory of a call that changed nothing. */
export function plainMemory(): CallMemory {
  return {
    ids: new IdMap(),
    tools: { custom: new Set(), namespaced: new Map() },
    streams: true,
    streamUsage: true,
    model: "asked-model",
  };
}

/** What the translation of a reply is given in tests. */
export function replyOptions(memory: CallMemory = plainMemory()): ReplyOptions {
  return { memory, id: "reply_of_the_test", created: 1_790_000_000 };
}

/** What a writer of replies and streams is given in tests. */
export function writing(): StreamWriting {
  return {
    ids: new IdMap(),
    id: "reply_of_the_test",
    model: "asked-model",
    created: 1_790_000_000,
    usage: true,
  };
}

/** Translates a whole stream, in one read or cut at the given places. */
export function translateStream(
  source: Dialect,
  target: Dialect,
  bytes: Uint8Array,
  cuts: readonly number[] = [],
  options: ReplyOptions = replyOptions(),
): string {
  const translator = new StreamTranslator(source, target, options);
  let out = "";
  let start = 0;
  for (const cut of [...cuts, bytes.length]) {
    out += translator.push(bytes.subarray(start, cut));
    start = cut;
  }
  return out + translator.end();
}

/** The bytes of a text. */
export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
