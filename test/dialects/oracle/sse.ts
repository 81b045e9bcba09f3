import type { Frame } from "./neutral.ts";

/** Every event of a whole stream: the grammar of server-sent events read in the plainest way (WHATWG HTML §9.2). */
export function framesOf(stream: Uint8Array | string): Frame[] {
  const whole = typeof stream === "string" ? stream : new TextDecoder("utf-8").decode(stream);
  const frames: Frame[] = [];
  let data: string[] = [];
  let event: string | undefined;
  const dispatch = () => {
    if (data.length > 0) frames.push({ event, data: data.join("\n") });
    data = [];
    event = undefined;
  };
  for (const line of whole.split(/\r\n|\n|\r/)) {
    if (line === "") dispatch();
    else if (!line.startsWith(":")) {
      const [, field, value] = /^([^:]*):? ?(.*)$/s.exec(line)!;
      if (field === "data") data.push(value!);
      if (field === "event") event = value;
    }
  }
  dispatch();
  return frames;
}
