import { describe, expect, it } from "vitest";
import type { Colors } from "../../terminal/terminal.ts";
import { EventLog } from "./event-log.ts";

const ts = "2026-03-01T08:00:00Z";
const paint = (name: string) => (text: string | number | null | undefined) => `<${name}:${text}>`;
const colors = {
  dim: paint("dim"),
  cyan: paint("cyan"),
  yellow: paint("yellow"),
  red: paint("red"),
} as unknown as Colors;

/** A log of plain or painted lines, wrapped at the columns of each stream. */
function open(columns: { out?: number; error?: number } = {}, options?: { showsThinking: boolean }) {
  const lines: string[] = [];
  const log = new EventLog(
    colors,
    {
      write: (stream, written) => lines.push(...written.map((line) => `${stream} ${line}`)),
      columns: (stream) => columns[stream],
    },
    options,
  );
  return { log, lines };
}

describe("EventLog", () => {
  it.each([
    ["start", "<dim:start>   <dim:x>"],
    ["done", "<dim:done>    <dim:x>"],
    ["note", "<dim:note>    <dim:x>"],
    ["plan", "<dim:plan>    <dim:x>"],
    ["think", "<dim:think>   <dim:x>"],
    ["tool", "<cyan:tool>    x"],
    ["file", "<cyan:file>    x"],
    ["command", "<cyan:command> x"],
    ["warning", "<yellow:warning> x"],
    ["approve", "<yellow:approve> x"],
    ["error", "<red:error>   x"],
    ["denied", "<red:denied>  x"],
  ] as const)("paints the label %s", (label, line) => {
    const { log, lines } = open();
    log.note(label, "x");
    expect(lines).toEqual([`error ${line}`]);
  });

  it("wraps an entry beside its label, and leaves at least ten columns for it", () => {
    const { log, lines } = open({ error: 20 });
    log.note("error", "aaaaaa bbbbbb cccccc");
    expect(lines).toEqual(["error <red:error>   aaaaaa", "error         bbbbbb", "error         cccccc"]);
    const narrow = open({ error: 4 });
    narrow.log.note("error", "aaaa bbbbb");
    expect(narrow.lines).toEqual(["error <red:error>   aaaa bbbbb"]);
  });

  it("cuts an entry with an ending to one line, and keeps the ending", () => {
    const event = { ts, type: "command_executed", command: "0123456789", output_preview: null } as const;
    const { log, lines } = open({ error: 8 + 15 });
    log.add({ ...event, exit_code: 0 });
    expect(lines).toEqual(["error <cyan:command> 01234… (exit 0)"]);
    const narrow = open({ error: 4 });
    narrow.log.add({ ...event, exit_code: 12_345_678 });
    expect(narrow.lines).toEqual(["error <cyan:command> … (exit 12345678)"]);
  });

  it("cuts long entries at 2000 characters if it does not wrap", () => {
    const { log, lines } = open();
    log.note("error", "x".repeat(2000));
    log.note("error", "x".repeat(2001));
    log.add({ ts, type: "file_changed", path: "p".repeat(5000), summary: "" });
    expect(lines[0]).toBe(`error <red:error>   ${"x".repeat(2000)}`);
    expect(lines[1]).toBe(`error <red:error>   ${"x".repeat(1999)}…`);
    expect(lines[2]).toBe(`error <cyan:file>    ${"p".repeat(1991)}…`);
  });

  it("shows line ends of an entry as text", () => {
    const { log, lines } = open();
    log.note("error", "a\r\nb\nc");
    expect(lines).toEqual(["error <red:error>   a\\nb\\nc"]);
  });

  it("shows the open line of a message, and ends it before anything else", () => {
    const { log, lines } = open({ out: 80 });
    log.add({ ts, type: "assistant_delta", text: "one\ntwo" });
    expect([log.openLine, lines]).toEqual(["two", ["out one"]]);
    log.note("note", "x");
    expect([log.openLine, lines.slice(1)]).toEqual(["", ["out two", "error <dim:note>    <dim:x>"]]);
    log.end();
    expect(lines.length).toBe(3);
  });

  it("leaves a message out that repeats its pieces, once, and only the same text", () => {
    const { log, lines } = open();
    const piece = (text: string) => log.add({ ts, type: "assistant_delta", text });
    const message = (text: string) => log.add({ ts, type: "assistant_message", text });
    piece("a");
    piece("b");
    message("ab");
    message("ab");
    piece("c");
    message("other");
    message("c");
    expect(lines).toEqual(["out ab", "out ab", "out c", "out other", "out c"]);
  });

  it("compares with the pieces since the last other event", () => {
    const { log, lines } = open();
    log.add({ ts, type: "assistant_delta", text: "a" });
    log.note("note", "n");
    log.add({ ts, type: "assistant_delta", text: "b" });
    log.add({ ts, type: "assistant_message", text: "b" });
    log.add({ ts, type: "assistant_message", text: "" });
    expect(lines).toEqual(["out a", "error <dim:note>    <dim:n>", "out b", "out "]);
  });

  it("writes a message with its lines, wrapped only if the stream is, without a last line end", () => {
    const plain = open();
    plain.log.add({ ts, type: "assistant_message", text: "aaa bbb\nccc\n\n" });
    expect(plain.lines).toEqual(["out aaa bbb", "out ccc", "out "]);
    const wrapped = open({ out: 4 });
    wrapped.log.add({ ts, type: "assistant_message", text: "aaa bbb\nccc\n" });
    expect(wrapped.lines).toEqual(["out aaa", "out bbb", "out ccc"]);
  });

  it("shows nothing for a piece without text, and goes on with the message", () => {
    const { log, lines } = open();
    const piece = (text: string, ext?: Record<string, unknown>) =>
      log.add({ ts, type: "assistant_delta", text, ...(ext === undefined ? {} : { ext }) });
    piece("", { raw_message: { type: "init" } });
    log.add({ ts, type: "assistant_message", text: "" });
    expect(lines).toEqual(["out "]);
    piece("a");
    piece("", { usage: { input_tokens: 1 } });
    piece("", { thinking: "hidden" });
    piece("b");
    log.add({ ts, type: "assistant_message", text: "ab" });
    expect(lines).toEqual(["out ", "out ab"]);
  });

  it("shows the changed steps of a plan between the pieces of a message", () => {
    const { log, lines } = open();
    const plan = [{ content: "read", status: "completed" }, { content: "write" }];
    log.add({ ts, type: "assistant_delta", text: "a" });
    log.add({ ts, type: "assistant_delta", text: "", ext: { plan } });
    log.add({ ts, type: "assistant_delta", text: "b" });
    log.add({ ts, type: "assistant_delta", text: "", ext: { plan } });
    log.add({ ts, type: "assistant_message", text: "ab" });
    expect(lines).toEqual([
      "out a",
      "error <dim:plan>    <dim:[x] read>",
      "error <dim:plan>    <dim:[ ] write>",
      "out b",
    ]);
  });

  it("shows thinking dimly, in lines, if it is wanted", () => {
    const { log, lines } = open({ error: 8 + 12 }, { showsThinking: true });
    const think = (thinking: string) => log.add({ ts, type: "assistant_delta", text: "", ext: { thinking } });
    think("first thought\nsec");
    think("ond");
    expect(lines).toEqual(["error <dim:think>   <dim:first>", "error         <dim:thought>"]);
    log.add({ ts, type: "assistant_delta", text: "answer" });
    expect(lines.slice(2)).toEqual(["error <dim:think>   <dim:second>"]);
    think("third");
    log.end();
    expect(lines.slice(3)).toEqual(["error <dim:think>   <dim:third>", "out answer"]);
  });

  it("gives thinking at least ten columns, and does not wrap it in a file", () => {
    const narrow = open({ error: 4 }, { showsThinking: true });
    narrow.log.add({ ts, type: "assistant_delta", text: "", ext: { thinking: "0123456789a\n" } });
    expect(narrow.lines).toEqual(["error <dim:think>   <dim:0123456789>", "error         <dim:a>"]);
    const plain = open({}, { showsThinking: true });
    plain.log.add({ ts, type: "assistant_delta", text: "", ext: { thinking: `${"x ".repeat(80)}\n` } });
    expect(plain.lines).toHaveLength(1);
  });

  it("shows messages of sub-agents as notes, and leaves their pieces out", () => {
    const { log, lines } = open();
    const ext = { parent_tool_use_id: "t1" };
    log.add({ ts, type: "assistant_delta", text: "mine" });
    log.add({ ts, type: "assistant_delta", text: "theirs", ext });
    log.add({ ts, type: "assistant_message", text: "theirs", ext });
    log.add({ ts, type: "assistant_message", text: "mine" });
    expect(lines).toEqual(["out mine", "error <dim:note>    <dim:sub-agent: theirs>"]);
  });
});
