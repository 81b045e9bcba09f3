/** The size of a large body: just below the default of `gateway.max_body_bytes`. */
export const LARGE_BYTES = 31 * 1024 * 1024;

const OPENING = '{"model":"m","messages":[{"role":"user","content":"hi"}],"x":';

/** Writes `unit` as often as it fits into `bytes`, between `open` and `close`. */
function filled(bytes: number, open: string, unit: string, close: string): Buffer {
  const start = `${OPENING}${open}`;
  const count = Math.floor((bytes - start.length - close.length - 8) / Buffer.byteLength(unit));
  return Buffer.from(`${start}${unit.repeat(count)}${close}`);
}

function members(bytes: number): Buffer {
  const parts = [`${OPENING}0`];
  let length = parts[0]!.length;
  for (let at = 0; length < bytes - 24; at += 1) {
    const part = `,"k${at.toString(36)}":1`;
    parts.push(part);
    length += part.length;
  }
  return Buffer.from(`${parts.join("")}}`);
}

function nearLimit(values: number): Buffer {
  const list = Array.from({ length: values }, (_, at) => `"k${at}":0`).join(",");
  return Buffer.from(`${OPENING}0,${list}}`);
}

/** A model whose name fills the body. It is refused. */
function longName(bytes: number): Buffer {
  return Buffer.from(`{"messages":[{"role":"user","content":"hi"}],"model":"${"m".repeat(bytes - 64)}"}`);
}

/** One image as base64, in a message of OpenAI's form. */
function image(bytes: number): Buffer {
  const url = `data:image/png;base64,${"iVBORw0K".repeat(Math.floor((bytes - 256) / 8))}`;
  const content = [{ type: "image_url", image_url: { url } }];
  return Buffer.from(JSON.stringify({ model: "m", messages: [{ role: "user", content }] }));
}

/** The bodies by name. Each is valid JSON, except for `deep`, which is nested beyond the limit. */
export const hostileBodies: Readonly<Record<string, (bytes: number) => Buffer>> = {
  objects: (bytes) => filled(bytes, "[", "{},", "{}]}"),
  numbers: (bytes) => filled(bytes, "[", "1,", "1]}"),
  members,
  strings: (bytes) => filled(bytes, "[", '"",', '""]}'),
  deep: (bytes) => filled(bytes, "", "[", ""),
  escapes: (bytes) => filled(bytes, '"', "\\n", '"}'),
  text: (bytes) => filled(bytes, '"', "a", '"}'),
  wide: (bytes) => filled(bytes, '"', "漢", '"}'),
  "long name": longName,
  image,
  "near limit": () => nearLimit(29_980),
};
