import { describe, expect, it } from "vitest";
import { HeaderQuotes } from "./header-quotes.ts";

/** Pushes each chunk and returns what came out at each step, the end last. */
function run(...chunks: string[]): string[] {
  const quotes = new HeaderQuotes();
  const out = chunks.map((chunk) => quotes.push(Buffer.from(chunk, "latin1")).toString("latin1"));
  return [...out, quotes.end().toString("latin1")];
}

const plain = "diff --git a/x /y b/x /y\n";
const quoted = 'diff --git "a/x /y" "b/x /y"\n';

describe("headers of a patch", () => {
  it("are quoted if both names are equal", () => {
    expect(run(plain)).toEqual([quoted, ""]);
    expect(run(`${plain}old mode 100644\n${plain}`)).toEqual([`${quoted}old mode 100644\n${quoted}`, ""]);
    expect(run("diff --git a/x b/x\n")).toEqual(['diff --git "a/x" "b/x"\n', ""]);
    expect(run("diff --git a/ b/ b/ b/\n")).toEqual(['diff --git "a/ b/" "b/ b/"\n', ""]);
  });

  it("stay as they are if the names differ, are quoted already, or the line is another one", () => {
    for (const line of [
      "diff --git a/x b/y\n",
      "diff --git a/xx b/x\n",
      'diff --git "a/x\\n" "b/x\\n"\n',
      `+${plain}`,
      ` ${plain}`,
      "diff --git c/x b/x\n",
      "diff --git a/x b/x trailing\n",
      "\n",
    ]) {
      expect(run(line)).toEqual([line, ""]);
    }
  });

  it("keep every byte", () => {
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
    const quotes = new HeaderQuotes();
    expect(Buffer.concat([quotes.push(bytes), quotes.end()])).toEqual(bytes);
    expect(run("diff --git a/\xff b/\xff\n")).toEqual(['diff --git "a/\xff" "b/\xff"\n', ""]);
  });

  it("are found wherever the chunks end", () => {
    const text = `first\n${plain}rest\nno end`;
    const expected = `first\n${quoted}rest\nno end`;
    for (let one = 0; one <= text.length; one += 1) {
      for (const two of [one, one + 1, one + 5, text.length]) {
        const out = run(text.slice(0, one), text.slice(one, two), text.slice(two));
        expect(out.join("")).toBe(expected);
      }
    }
  });

  it("come out with their line, and not before it", () => {
    expect(run("diff --git a/x", " /y b/x", " /y\nold", " mode\n", "end")).toEqual([
      "",
      "",
      `${quoted}`,
      "old mode\n",
      "",
      "end",
    ]);
  });
});
