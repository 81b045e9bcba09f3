import { describe, expect, it } from "vitest";
import { findDialect } from "../../dialects/index.ts";
import { MadeIdWatch } from "./made-id-watch.ts";

function open(dialect: string) {
  const found: string[] = [];
  const watch = new MadeIdWatch(findDialect(dialect).accountIds, (id) => found.push(id));
  const read = (text: string, isStream: boolean, size = text.length) => {
    watch.start(isStream);
    for (let at = 0; at < text.length; at += size) watch.push(Buffer.from(text.slice(at, at + size)));
    return found;
  };
  return { watch, found, read };
}

describe("the watch for ids of what a vendor makes", () => {
  it("finds the container of a whole answer, and not one in the arguments of a tool", () => {
    const body = {
      container: { id: "container_1", expires_at: "x" },
      content: [{ type: "tool_use", input: { container: { id: "container_2" } } }],
    };
    expect(open("claude").read(JSON.stringify(body), false)).toEqual(["container_1"]);
  });

  it.each([1, 7, 1000])("finds each id of a stream once, in pieces of %s", (size) => {
    const item = { type: "code_interpreter_call", container_id: "cntr_1" };
    const stream = [
      { type: "response.output_item.added", item },
      { type: "response.output_item.done", item: { ...item, container_id: "cntr_2" } },
      { type: "response.completed", response: { output: [item] } },
    ]
      .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
      .join("");
    expect(open("codex").read(stream, true, size)).toEqual(["cntr_1", "cntr_2"]);
  });

  it("reads each line of a stream by itself, and a whole answer over all of its lines", () => {
    const item = { type: "code_interpreter_call", container_id: "cntr_1" };
    const event = JSON.stringify({ type: "response.output_item.added", item });
    expect(open("codex").read(`: an "open text {[\ndata: ${event}\n\n`, true)).toEqual(["cntr_1"]);
    expect(open("codex").read(JSON.stringify({ output: [item] }, undefined, 2), false)).toEqual(["cntr_1"]);
  });

  it("finds audio of a chat answer", () => {
    const whole = { choices: [{ message: { audio: { id: "audio_1" } } }] };
    expect(open("openai").read(JSON.stringify(whole), false)).toEqual(["audio_1"]);
  });

  it("finds the handle of a session in a message", () => {
    const { watch, found } = open("gemini");
    watch.message(Buffer.from('{"serverContent":{"turnComplete":true}}'));
    watch.message(Buffer.from('{"sessionResumptionUpdate":{"newHandle":"a/b","resumable":true}}'));
    watch.message(Buffer.from('{"sessionResumptionUpdate":{"newHandle":""}}'));
    watch.message(Buffer.from('{"x":{"newHandle":"c"}}'));
    expect(found).toEqual(["sessionResumption=a/b"]);
  });

  it("sees nothing before an answer has begun", () => {
    const { watch, found } = open("claude");
    watch.push(Buffer.from('{"container":{"id":"container_1"}}'));
    expect(found).toEqual([]);
  });
});
