import { describe, expect, it } from "vitest";
import { EngineIdWatch } from "./engine-id-watch.ts";

const idPaths = { body: ["id"], event: ["response", "id"] };

function open(isStream: boolean) {
  const found: string[] = [];
  const watch = new EngineIdWatch({ idPaths }, (id) => found.push(id));
  watch.start(isStream);
  return { watch, found, push: (text: string) => watch.push(Buffer.from(text)) };
}

describe("the watch for an engine's id", () => {
  it("finds the id of a whole response before it has ended", () => {
    const { watch, found, push } = open(false);
    push('{"id":"resp');
    expect([found, watch.isSearching]).toEqual([[], true]);
    push('_1","output":[');
    expect([found, watch.isSearching]).toEqual([["resp_1"], false]);
  });

  it.each([1, 3, 1000])(
    "finds the id in the first event of a stream that has one, in pieces of %s",
    (size) => {
      const { found, push } = open(true);
      const stream =
        ': {"response":{"id":"no"}}\n\nevent: response.created\ndata: {"type":"error"}\n\n' +
        'data: {"type":"response.created","response":{"id":"resp_1"}}\n\ndata: {"response":{"id":"resp_2"}}\n\n';
      for (let at = 0; at < stream.length; at += size) push(stream.slice(at, at + size));
      expect(found).toEqual(["resp_1"]);
    },
  );

  it("reads only the field `data`", () => {
    const { found, push } = open(true);
    push('event: {"response":{"id":"no"}}\ndat: {"response":{"id":"no"}}\n{"response":{"id":"no"}}\n');
    expect(found).toEqual([]);
    push('data:{"response":{"id":"yes"}}');
    expect(found).toEqual(["yes"]);
  });

  it("reads each line for itself, wherever the pieces end", () => {
    for (const pieces of [
      ['data: {"response":\n{"id":"no"}}\n'],
      ['data: {"response":', '\n{"id":"no"}}\n'],
      ['data: {"response":\n', '{"id":"no"}}\ndata: {"a":1}\n'],
    ]) {
      const { watch, found, push } = open(true);
      for (const piece of pieces) push(piece);
      expect([found, watch.isSearching]).toEqual([[], true]);
      push('data: {"response":{"id":"yes"}}\n');
      expect(found).toEqual(["yes"]);
    }
  });

  it("takes the id of the whole response if it found none, and only then", () => {
    const first = open(true);
    first.push("nothing");
    first.watch.end("resp_1");
    first.watch.end("resp_2");
    expect([first.found, first.watch.isSearching]).toEqual([["resp_1"], false]);
    const second = open(false);
    second.push('{"id":"a"}');
    second.watch.end("b");
    expect(second.found).toEqual(["a"]);
    const third = open(false);
    third.watch.end(undefined);
    expect(third.found).toEqual([]);
  });

  it("finds nothing before a response has begun", () => {
    const found: string[] = [];
    const watch = new EngineIdWatch({ idPaths }, (id) => found.push(id));
    watch.push(Buffer.from('{"id":"a"}'));
    watch.end("b");
    expect([found, watch.isSearching]).toEqual([[], false]);
  });
});
