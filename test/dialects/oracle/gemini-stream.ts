import { type Frame, type Json, list, number, object, present, text } from "./neutral.ts";
import { camel } from "./proto-json.ts";

/** The reply that a stream of partial replies amounts to: parts follow each other, everything else is a running value. */
export function collapseGemini(frames: readonly Frame[]): Json {
  let reply: Json = {};
  const candidates = new Map<number, Json>();
  for (const { data } of frames) {
    const chunk = camel(JSON.parse(data));
    const { candidates: some, usageMetadata, ...rest } = chunk;
    reply = { ...reply, ...present(rest) };
    if (usageMetadata !== undefined)
      reply["usageMetadata"] = { ...object(reply["usageMetadata"]), ...present(object(usageMetadata)) };
    for (const value of list(some)) {
      const piece = object(value);
      const index = number(piece["index"]) ?? 0;
      candidates.set(index, addCandidate(candidates.get(index), piece));
    }
  }
  return candidates.size === 0 ? reply : { ...reply, candidates: [...candidates.values()] };
}

function addCandidate(before: Json | undefined, piece: Json): Json {
  const { content, ...rest } = piece;
  const known = object(before?.["content"]);
  const parts = [...list(known["parts"])] as Json[];
  for (const part of list(object(content)["parts"])) addPart(parts, object(part));
  return {
    ...before,
    ...present(rest),
    content: { ...known, ...present(object(content)), parts },
  };
}

// Arguments may come in pieces, each with its place; the call is over with the first piece that says nothing more follows.
function addPart(parts: Json[], part: Json): void {
  const last = parts.at(-1);
  const open = object(last?.["functionCall"]);
  const piece = object(part["functionCall"]);
  // A name begins a call: the one before it was cut off.
  const continues = open["willContinue"] === true && piece["name"] === undefined;
  if (part["functionCall"] !== undefined && continues) {
    const args = structuredClone(object(open["args"]));
    for (const one of list(piece["partialArgs"])) placeArgument(args, object(one));
    const { willContinue: _, partialArgs: __, ...known } = open;
    const more = piece["willContinue"] === true ? { willContinue: true } : {};
    parts[parts.length - 1] = { ...last, functionCall: { ...known, args, ...more } };
    return;
  }
  if (part["functionCall"] !== undefined) {
    const { partialArgs, ...call } = object(part["functionCall"]);
    const args = structuredClone(object(call["args"]));
    for (const one of list(partialArgs)) placeArgument(args, object(one));
    parts.push({ ...part, functionCall: { ...call, args } });
    return;
  }
  if (last !== undefined && isPlain(last) && isPlain(part) && last["thought"] === part["thought"])
    parts[parts.length - 1] = { ...last, text: `${String(last["text"])}${String(part["text"])}` };
  else parts.push(part);
}

// What the vendor sends at once is one part where the stream has many.
function isPlain(part: Json): boolean {
  return (
    typeof part["text"] === "string" &&
    Object.keys(part).every((name) => name === "text" || name === "thought")
  );
}

function placeArgument(args: Json, piece: Json): void {
  const names = [...(text(piece["jsonPath"]) ?? "$").matchAll(/\.([^.[\]]+)|\[(\d+)\]|\['([^']+)'\]/g)].map(
    ([, name, index, quoted]) => (index === undefined ? (name ?? quoted)! : Number(index)),
  );
  const value =
    piece["stringValue"] ??
    piece["numberValue"] ??
    piece["boolValue"] ??
    ("nullValue" in piece ? null : undefined);
  let holder: Record<string | number, unknown> = args;
  names.forEach((name, place) => {
    if (place === names.length - 1) {
      const before = holder[name];
      holder[name] = typeof before === "string" && typeof value === "string" ? before + value : value;
      return;
    }
    holder[name] ??= typeof names[place + 1] === "number" ? [] : {};
    holder = holder[name] as Record<string | number, unknown>;
  });
}
