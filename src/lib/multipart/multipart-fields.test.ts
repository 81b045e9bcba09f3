import { describe, expect, it } from "vitest";
import { boundaryOf, MultipartFields } from "./multipart-fields.ts";

function visit(body: Buffer | string, size = 1 << 20, boundary = "X") {
  const bytes = Buffer.from(body);
  const found: string[] = [];
  const files: Uint8Array[] = [];
  const fields = new MultipartFields(boundary, ({ name, value }) => found.push(`${name}=${value}`), {
    onLongField: (name) => found.push(`${name} is too long`),
    onFile: (part) => files.push(Buffer.from(part)),
  });
  for (let at = 0; at < bytes.length; at += size) fields.push(bytes.subarray(at, at + size));
  const file = Buffer.concat(files).toString();
  return { found, file, isDoubtful: fields.isDoubtful, hasEnded: fields.hasEnded };
}

const part = (head: string, value: string) =>
  `--X\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`;

describe("the fields of a form", () => {
  const body = `${part('name="purpose"', "batch")}${part(
    'name="file"; filename="a.jsonl"',
    '--Y\r\n\r\nmodel="x"\r\n--',
  )}${part('name="model"', "whisper-1")}${part('name="empty"', "")}--X--\r\n`;

  it("are found between files, however the bytes are divided", () => {
    for (const size of [1, 2, 3, 5, 17, 1 << 20]) {
      expect(visit(body, size)).toEqual({
        found: ["purpose=batch", "model=whisper-1", "empty="],
        file: '\r\n--Y\r\n\r\nmodel="x"\r\n--',
        isDoubtful: false,
        hasEnded: true,
      });
    }
  });

  it("are those that a real form has", async () => {
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array(100_000)]), 'a"b;name="model".bin');
    form.append("model", "gpt-4o-transcribe");
    form.append("model", "second");
    const response = new Response(form);
    const boundary = boundaryOf(response.headers.get("content-type")!)!;
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(visit(bytes, 1000, boundary)).toMatchObject({
      found: ["model=gpt-4o-transcribe", "model=second"],
      hasEnded: true,
    });
  });

  it("are in doubt if another reader may see others", () => {
    for (const head of [
      "name=model",
      'name="a"; name="model"',
      "name*=utf-8''model",
      'name="mo\\del"',
      'filename="x"; name="model"',
    ])
      expect([head, visit(`${part(head, "v")}--X--`).isDoubtful]).toEqual([head, true]);
    expect(visit("--X\r\nX: y\r\n\r\nv\r\n--X--").isDoubtful).toBe(true);
    expect(visit('--X \r\nContent-Disposition: form-data; name="a"\r\n\r\nv\r\n--X--').isDoubtful).toBe(true);
  });

  it.each([1000, 1 << 20])("are read up to 8 KiB, and otherwise named, in chunks of %d bytes", (size) => {
    const longest = "x".repeat(8192);
    const form = ["a", "b", "c"].map((name, index) =>
      part(`name="${name}"`, index === 1 ? `${longest}x` : longest),
    );
    expect(visit(`${form.join("")}--X--`, size)).toEqual({
      found: [`a=${longest}`, "b is too long", `c=${longest}`],
      file: "",
      isDoubtful: false,
      hasEnded: true,
    });
  });

  it("may be read without anyone who watches", () => {
    const found: string[] = [];
    const fields = new MultipartFields("X", ({ name }) => found.push(name));
    fields.push(Buffer.from(`${part('name="a"', "x".repeat(9000))}${part('name="f"; filename="f"', "y")}`));
    fields.push(Buffer.from(`${part('name="b"', "")}--X--`));
    expect([found, fields.hasEnded]).toEqual([["b"], true]);
  });

  it.each([1, 1 << 20])("have heads of at most 8 KiB, in chunks of %d bytes", (size) => {
    const headed = (length: number) => {
      const line = 'Content-Disposition: form-data; name="a"';
      const extra = `X: ${"x".repeat(length - line.length - "\r\n\r\nX: ".length)}`;
      return visit(`--X\r\n${line}\r\n${extra}\r\n\r\nv\r\n--X--`, size);
    };
    expect(headed(8000)).toMatchObject({ found: ["a=v"], isDoubtful: false });
    if (size === 1) expect(headed(8300)).toMatchObject({ found: [], isDoubtful: true });
  });

  it("and files end where they end, whatever part follows", () => {
    const file = part('name="f"; filename="f"', "data");
    for (const next of ["X: y\r\n\r\nv", "Content-Disposition: form-data; name=a\r\n\r\nv"])
      expect(visit(`${file}--X\r\n${next}\r\n${part('name="b"', "w")}--X--`)).toEqual({
        found: ["b=w"],
        file: "\r\ndata",
        isDoubtful: true,
        hasEnded: true,
      });
    expect(visit(`${file}--X--\r\n${part('name="b"', "w")}`)).toEqual({
      found: [],
      file: "\r\ndata",
      isDoubtful: false,
      hasEnded: true,
    });
  });

  it("are not complete before the last delimiter", () => {
    expect(visit(part('name="a"', "v")).hasEnded).toBe(false);
  });

  it("are separated by the boundary that the content type names", () => {
    expect(boundaryOf("multipart/form-data; boundary=abc")).toBe("abc");
    expect(boundaryOf('multipart/form-data; boundary="a b"')).toBe("a b");
    for (const type of [
      "application/json",
      "multipart/form-data",
      "multipart/form-data; boundary=a; boundary=b",
    ])
      expect(boundaryOf(type)).toBeUndefined();
  });
});
