import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import { eventually } from "../../../test/eventually.ts";
import { ExitCode } from "../../contract/index.ts";
import { OUTPUT_END_EXIT, type OutputEnd, outputEndExit, watchStandardStreams } from "./standard-streams.ts";

function watch() {
  const said: string[] = [];
  const ends: OutputEnd[] = [];
  const out = new EventEmitter();
  const error = Object.assign(new EventEmitter(), { write: (text: string) => said.push(text) });
  watchStandardStreams({ out, error }, (end) => ends.push(end));
  const fail = (stream: EventEmitter, code: string) =>
    stream.emit("error", Object.assign(new Error(code), { code }));
  return { said, ends, out, error, fail };
}

describe("standard output", () => {
  it("that its reader closed ends the command without a word, once", () => {
    const { said, ends, out, fail } = watch();
    fail(out, "EPIPE");
    fail(out, "ERR_STREAM_DESTROYED");
    expect([ends, said]).toEqual([["SIGPIPE"], []]);
  });

  it("that cannot be written ends the command with the reason", async () => {
    const { said, ends, out, fail } = watch();
    fail(out, "ENOSPC");
    expect(ends).toEqual(["unwritable"]);
    await eventually(() =>
      expect(said).toEqual([
        "error output_unwritable: (standard output): cannot be written (no space left)\n",
      ]),
    );
  });
});

describe("the exit code of ended output", () => {
  it("is that of the table", () => {
    expect(OUTPUT_END_EXIT).toEqual({ SIGPIPE: ExitCode.pipe_closed, unwritable: ExitCode.failed });
    expect(outputEndExit("SIGPIPE")).toBe(141);
    expect([outputEndExit("SIGTERM"), outputEndExit(undefined)]).toEqual([undefined, undefined]);
  });
});

describe("standard error", () => {
  it("that its reader closed changes nothing", () => {
    const { said, ends, error, fail } = watch();
    fail(error, "EPIPE");
    expect([ends, said]).toEqual([[], []]);
  });
});
