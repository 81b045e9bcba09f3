import { describe, expect, it } from "vitest";
import type { PassedEndpoint } from "../../dialects/index.ts";
import { idPlacesOf } from "../id-owners/id-places.ts";
import { RequestReader } from "./request-reader.ts";

const NO_IDS = { places: [], notRead: [] };

function read(
  body: string,
  type: string | undefined = "application/json",
  details: Partial<PassedEndpoint> = {},
  size = body.length,
) {
  const passed = { group: "g", access: "resource", names: ["file_id", "file_ids"], ...details } as const;
  const reader = new RequestReader(passed, idPlacesOf(NO_IDS, passed), type);
  const bytes = Buffer.from(body);
  for (let at = 0; at < bytes.length; at += size) reader.push(bytes.subarray(at, at + size));
  return reader;
}
const codeOf = (reader: RequestReader) => {
  try {
    reader.checkReadable();
    return "readable";
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe("a JSON body", () => {
  it("names its model and things at any depth, however the bytes are divided", () => {
    const body = '{"file_ids":["f1","f2"],"deep":[{"file_id":"f3"}],"model":"models/m","x":"f4"}';
    for (const size of [1, 4, 1000]) {
      const { models, named } = read(body, undefined, {}, size);
      expect([...named.keys()]).toEqual(["f1", "f2", "f3"]);
      expect(models).toMatchObject([{ name: "m", where: "$.model" }]);
      const { start, end } = models[0]!.span!;
      expect(body.slice(start, end)).toBe('"models/m"');
    }
  });

  it("names every model of a repeated member, and the models of its parts if the endpoint has them there", () => {
    expect(read('{"model":"a","model":"b","model":"a"}').models.map(({ name }) => name)).toEqual(["a", "b"]);
    const models = [["requests", "*", "params", "model"]];
    const body = '{"model":"no","requests":[{"params":{"model":"a"}},{"params":{"model":"b"}}]}';
    expect(read(body, undefined, { models }).models.map(({ name }) => name)).toEqual(["a", "b"]);
  });

  it("names no model by a member of another depth", () => {
    expect(read('{"model":{"id":"a"},"x":{"model":"b"},"models":"c"}').models).toEqual([]);
  });

  it("is in doubt only once bytes have come", () => {
    const reader = new RequestReader({ group: "g", access: "resource" }, idPlacesOf(NO_IDS), "text/plain");
    reader.push(Buffer.alloc(0));
    expect(codeOf(reader)).toBe("readable");
    reader.push(Buffer.from("x"));
    expect(codeOf(reader)).toBe("media_type_unsupported");
  });

  it("names a limited number of models", () => {
    const requests = Array.from({ length: 10_001 }, (_, at) => ({ model: `m${at}` }));
    const models = [["requests", "*", "model"]];
    const body = (count: number) => JSON.stringify({ requests: requests.slice(0, count) });
    expect(read(body(10_000), undefined, { models }).models).toHaveLength(10_000);
    expect(() => read(body(10_001), undefined, { models })).toThrow(
      expect.objectContaining({ code: "input_too_large" }),
    );
  });

  it("is in doubt if it is not plain JSON", () => {
    expect(codeOf(read('{"file_id":"f"}'))).toBe("readable");
    expect(codeOf(read(""))).toBe("readable");
    expect(codeOf(read("{'file_id':'f'}"))).toBe("input_invalid_json");
    expect(codeOf(read(Buffer.from('{"file_id":"f"}', "utf16le").toString("latin1")))).toBe(
      "input_invalid_json",
    );
    expect(codeOf(read("file_id=f", "application/x-www-form-urlencoded"))).toBe("media_type_unsupported");
    expect(codeOf(read('{"file_id":"f"}', "text/plain"))).toBe("readable");
    expect([...read('{"file_id":"f"}', "text/plain").named.keys()]).toEqual(["f"]);
  });

  it("names a limited number of things", () => {
    const body = JSON.stringify({ file_ids: Array.from({ length: 10_001 }, (_, at) => `f${at}`) });
    expect(() => read(body)).toThrow(expect.objectContaining({ code: "input_too_large" }));
  });
});

describe("a form", () => {
  const part = (name: string, value: string) =>
    `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const type = "multipart/form-data; boundary=B";

  it("names its model and things", () => {
    const body = `${part("model", "whisper-1")}${part("file_ids[]", "f1")}${part("note", "f2")}--B--`;
    const reader = read(body, type, {}, 3);
    expect([[...reader.named.keys()], reader.models[0]]).toEqual([
      ["f1"],
      { name: "whisper-1", where: "$.model", span: undefined },
    ]);
    expect(codeOf(reader)).toBe("readable");
  });

  it("is in doubt if it is cut off or has no boundary that can be read", () => {
    expect(codeOf(read(part("model", "m"), type))).toBe("media_type_unsupported");
    expect(codeOf(read(`${part("model", "m")}--B--`, "multipart/form-data"))).toBe("media_type_unsupported");
    expect(codeOf(read(`${part("model", "m")}--B--`, "multipart/mixed; boundary=B"))).toBe(
      "media_type_unsupported",
    );
  });
});

describe("the name of a model that is too long", () => {
  const refused = expect.objectContaining({ code: "contract_schema_violation", where: "$.model" });
  const part = (value: string) =>
    `--B\r\nContent-Disposition: form-data; name="model"\r\n\r\n${value}\r\n--B--\r\n`;

  it.each([513, 9000, 100_000])("is refused in JSON and in a form (%i bytes)", (length) => {
    const name = "m".repeat(length);
    for (const size of [7, 1_000_000]) {
      expect(() => read(JSON.stringify({ model: name }), "application/json", {}, size)).toThrow(refused);
      expect(() => read(part(name), "multipart/form-data; boundary=B", {}, size)).toThrow(refused);
    }
  });

  it("is not refused at 512 bytes, nor elsewhere", () => {
    expect(read(JSON.stringify({ model: "m".repeat(512) })).models).toHaveLength(1);
    expect(read(part("m".repeat(512)), "multipart/form-data; boundary=B").models).toHaveLength(1);
    expect(read(JSON.stringify({ prompt: "m".repeat(100_000) })).models).toEqual([]);
  });
});
