import { describe, expect, it } from "vitest";
import { readShell, type SimpleCommand } from "./shell-command.ts";

/** A command in one line: its words between bars, then its files. */
const show = ({ words, writes, reads }: SimpleCommand) =>
  [words.join("|"), ...writes.map((file) => `>${file}`), ...reads.map((file) => `<${file}`)].join(" ");
const commandsOf = (text: string) => readShell(text).commands.map(show);

describe("a shell text", () => {
  it.each([
    ["a  b\tc", "a|b|c"],
    ["echo \"a b\"c 'd e' f\\ g", "echo|a bc|d e|f g"],
    ["echo a\\\nb", "echo|ab"],
    ['echo "a\\"b" c', 'echo|a"b|c'],
    ["a \\", "a|"],
    [`echo \${A} \${A_1}b $C`, `echo|\${A}|\${A_1}b|$C`],
    ["a#b # c", "a#b"],
    ["echo if", "echo|if"],
    ["a > b < c", "a >b <c"],
    ["a >> b 2> c", "a >b >c"],
    ["a &> b", "a >b"],
    ["a &>> b", "a >b"],
    ["a >| b", "a >b"],
    ["a <> b", "a >b"],
    ["a 2>&1 >&- x", "a|x"],
    ["a >& b c", "a|c >b"],
    ["a 2>&12x", "a >12x"],
    ["a <&3 b", "a|b"],
    ["a <&b", "a <b"],
    ["a <<< word b", "a|b"],
    ["a 12> b", "a >b"],
    ["a1> b", "a1 >b"],
    ["> a", " >a"],
    ["< a", " <a"],
    ["cat << X b\na\nX", "cat|b"],
    ["cat <<'X'\n$a\nX", "cat"],
    ['cat <<"X"\n`a`\nX', "cat"],
    ["cat <<\\X\n$a\nX", "cat"],
    ["! { a; }", "a"],
    ["for i in 1 2; do a; done", "a"],
    ["select x in y; do a; done", "a"],
  ])("%j is one command: %s", (text, command) => {
    expect(readShell(text).isOpaque).toBe(false);
    expect(commandsOf(text)).toEqual([command]);
  });

  it.each([
    ["a; b;; c | d |& e || f && g", ["a", "b", "c", "d", "e", "f", "g"]],
    ["a # b\nc", ["a", "c"]],
    ["if a; then b; elif c; else d; fi", ["a", "b", "c", "d"]],
    ["while a; do b; done", ["a", "b"]],
    ["until a; do b; done", ["a", "b"]],
    ["cat <<X\na\nX\nb", ["cat", "b"]],
    ["cat <<-X\na\n\tX\nb", ["cat", "b"]],
    ["cat <<X <<Y\na\nX\nb\nY\nc > d", ["cat", "c >d"]],
    [">", []],
    ["", []],
  ])("%j is the commands %j", (text, commands) => {
    expect(readShell(text).isOpaque).toBe(false);
    expect(commandsOf(text)).toEqual(commands);
  });

  it.each([
    ["a & b", ["a", "b"]],
    ["(a)", ["a"]],
    ["case x in y) a;; esac", ["a", "esac"]],
    ["function f { a; }", ["function|f|{|a"]],
    ['echo "c', ["echo|c"]],
    ["echo 'open x", ["echo|open x"]],
    [`echo \${A:-b}`, [`echo|\${A:-b}`]],
    ["echo ${", ["echo|${"]],
    ["echo $'a'b", ["echo|$ab"]],
    ["echo $(a b)c", ["a|b", "echo|$(a b)c"]],
    ["echo x`a`y", ["a", "echo|x`a`y"]],
    ["diff <(a) >(b)", ["a", "b", "diff|<(a)|>(b)"]],
    [`echo "$(a)" "\`b\`" "\${C}"`, ["a", "b", `echo|$(a)|\`b\`|\${C}`]],
    ["echo $(a", ["a", "echo|$(a"]],
    ["echo `a", ["a", "echo|`a"]],
    ["$(a; $(b))", ["a", "b", "$(b)", "$(a; $(b))"]],
    ["echo $(a ')' b) c", ["a|)|b", "echo|$(a ')' b)|c"]],
    ["echo $(a \\) b) c", ["a|)|b", "echo|$(a \\) b)|c"]],
    ["echo $(a (b (c) d) e) f", ["a", "b", "c", "d", "e", "echo|$(a (b (c) d) e)|f"]],
    ["echo $(a '(' b) c", ["a|(|b", "echo|$(a '(' b)|c"]],
    ["echo $(a 'b) c", ["a|b) c", "echo|$(a 'b) c"]],
    ["echo $(a (b) c", ["a", "b", "c", "echo|$(a (b) c"]],
    ["cat <<X\n$a\nX", ["cat"]],
    ["cat <<X\n`a`\nX\nb", ["cat", "b"]],
    ["cat <<X\na", ["cat"]],
    ["cat <<", ["cat"]],
    ["cat <<$", ["cat|$"]],
  ])("%j is not known before it runs, except for the commands %j", (text, commands) => {
    expect(readShell(text).isOpaque).toBe(true);
    expect(commandsOf(text)).toEqual(commands);
  });

  it("keeps its commands as they are written, without redirections", () => {
    const texts = readShell("a  'b c'\\ \"d\" >e; A=1 $B <f").commands.map(({ text }) => text);
    expect(texts).toEqual(["a 'b c'\\ \"d\"", "A=1 $B"]);
  });

  it("is read to the eighth substitution inside of another", () => {
    const nested = (depth: number) => `${"$(".repeat(depth)}a${")".repeat(depth)}`;
    expect(readShell(nested(8)).commands.map(({ text }) => text)).toContain("a");
    expect(readShell(nested(9)).commands.map(({ text }) => text)).not.toContain("a");
  });
});
