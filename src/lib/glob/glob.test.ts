import picomatch from "picomatch";
import { describe, expect, test } from "vitest";
import { cpuTimeOf } from "../../../test/cpu-time.ts";
import { compileGlob } from "./glob.ts";

// The answers are those of the crate globset 0.4.21 with its default options.
const verdicts: readonly (readonly [pattern: string, text: string, matches: boolean])[] = [
  // Whole texts, case and literals
  ["a", "a", true],
  ["a", "foo/a", false],
  ["./foo", "foo", false],
  ["", "", true],
  ["", "a", false],
  ["Cargo.lock", "cargo.lock", false],
  ["!x", "!x", true],
  ["!x", "y", false],
  ["a,b", "a,b", true],
  ["+(a)", "+(a)", true],
  ["+(a)", "aa", false],
  ["☃", "☃", true],
  // `*` and `?` cross separators and match dotfiles
  ["*", "", true],
  ["*", "a/b", true],
  ["*.env", ".env", true],
  ["*.env", "a/b/.env", true],
  ["*.rs", "src/lib.rs", true],
  ["*.rs", "src/lib.rs.bak", false],
  ["secret*", "secrets/deep/key.pem", true],
  ["secret*", "a/secret", false],
  ["/*.c", "mozilla-sha1/sha1.c", false],
  ["src/*", "src/a/b", true],
  ["src/*", "src/", true],
  ["src/*", "src", false],
  ["some/*/needle.txt", "some/one/two/needle.txt", true],
  ["some/*/needle.txt", "some/needle.txt", false],
  ["a?b", "a/b", true],
  ["?", "", false],
  ["?.env", "x.env", true],
  ["a*b", "a\nb", true],
  ["a*a*a*a*a*a*a*a*a", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", true],
  ["abc*abc*abc", "abcabcabcabcabcabcabca", false],
  ["*ab*ba", "abba", true],
  ["*ab*ba", "aba", false],
  // `**` before a separator
  ["**", "", true],
  ["**", "/x/.asdf", true],
  ["**/", "a", true],
  ["**/.env", ".env", true],
  ["**/.env", "/.env", true],
  ["**/.env", "a/b/.env", true],
  ["**/.env", "a/b.env", false],
  ["**/.env", "a/.env/b", false],
  ["**/foo", "foofoo", false],
  ["**/foo/bar", "foofoo/bar", false],
  ["**/foo/bar", "x/foo/bar", true],
  ["**/*.key", "id.key", true],
  ["**/*.key", "a/b/id.key", true],
  ["**/.*", "abc/.abc", true],
  ["**/.*", "ab.c", false],
  ["**/**/b", "b", true],
  // `**` after a separator
  ["src/**", "src", false],
  ["src/**", "src/", true],
  ["src/**", "src/a/b", true],
  ["src/**", "srcx/a", false],
  ["src/**", "src/../etc/passwd", true],
  [".*/**", ".abc", false],
  ["a/**/**", "a/b", true],
  ["**/.git/**", ".git/config", true],
  ["**/.git/**", "a/.git/hooks/x", true],
  ["**/.git/**", ".gitignore", false],
  ["**/.git/**", "x.git/config", false],
  // `**` between two
  ["some/**/needle.txt", "some/needle.txt", true],
  ["some/**/needle.txt", "some/one/two/needle.txt", true],
  ["some/**/needle.txt", "somewhere/needle.txt", false],
  ["some/**/needle.txt", "some/xneedle.txt", false],
  ["/**/test", "/test", true],
  ["/**/test", "test", false],
  // `**` anywhere else is two `*`
  ["a**b", "a/x/b", true],
  ["**a", "x/ya", true],
  ["/**a", "/x/ya", true],
  // Alternatives
  ["{a,b}", "b", true],
  ["{a,b}", "c", false],
  ["*.{ts,js}", "a/b.js", true],
  ["*.{ts,js}", "a/b.rs", false],
  ["{a,b{c,d}}", "bd", true],
  ["{**/src/**,foo}", "abc/src/bar", true],
  ["{a/**,b}", "a/x", true],
  ["{[}],foo}", "}", true],
  ["{}", "", true],
  ["foo{,.txt}", "foo.txt", true],
  ["foo{,.txt}", "foo", false],
  ["{a\\,**/b}", "a/x/b", true],
  ["{x\\{**/b}", "x/a/b", true],
  // Classes
  ["[ab]", "b", true],
  ["[a-c]x", "bx", true],
  ["[a-c]x", "dx", false],
  ["[a-a]x", "ax", true],
  ["[a-a]x", "bx", false],
  ["[!a]", "b", true],
  ["[!a]", "a", false],
  ["[!a]", "/", true],
  ["[^a]", "b", true],
  ["[^a]", "^", true],
  ["[]]", "]", true],
  ["[!]]", "]", false],
  ["[a-]", "-", true],
  ["[-a]", "-", true],
  ["[--a]", "0", true],
  ["[a-c-z]", "m", true],
  ["[*]", "*", true],
  ["[*]", "x", false],
  ["[\\]", "\\", true],
  ["[[:alpha:]]", "a]", true],
  ["[[:alpha:]]", "b", false],
  // Escapes
  ["\\*", "*", true],
  ["\\*", "a", false],
  ["\\a", "a", true],
  ["\\\\", "\\", true],
  ["{\\{,x}", "{", true],
];

describe("a glob", () => {
  test.each(verdicts)("%j asked about %j answers %j, as globset does", (pattern, text, matches) => {
    expect(compileGlob(pattern).matches(text)).toBe(matches);
  });

  // In braces no pattern is a mere comparison of strings, so this asks the automaton.
  test.each(verdicts.filter(([pattern]) => pattern !== "" && !/[,{}]/.test(pattern)))(
    "%j asked about %j as an alternative answers the same",
    (pattern, text, matches) => {
      const glob = compileGlob(pattern === "**/" ? "{**}" : `{${pattern}}`);
      expect(glob.strategy.kind).toBe("automaton");
      expect(glob.matches(text)).toBe(matches);
    },
  );

  test("keeps its source", () => {
    expect(compileGlob("**/.env").source).toBe("**/.env");
  });

  test("takes a code point for one character, whatever its length", () => {
    expect(compileGlob("?").matches("😀")).toBe(true);
    expect(compileGlob("??").matches("😀")).toBe(false);
    expect(compileGlob("[😀-😂]").matches("😁")).toBe(true);
    expect(compileGlob("[!a]").matches("é")).toBe(true);
    expect(compileGlob("*\ude00").matches("😀")).toBe(false);
    expect(compileGlob("[!x]b").matches("\ud800b")).toBe(true);
  });

  test("answers otherwise than picomatch where a port of rules would open a hole", () => {
    const holes = verdicts.filter(
      ([pattern, text, matches]) =>
        text !== "" && matches && !picomatch.isMatch(text, pattern, { dot: true }),
    );
    expect(holes.map(([pattern, text]) => `${pattern} ${text}`)).toEqual(
      expect.arrayContaining(["*.env a/b/.env", "src/* src/a/b", "[!a] b"]),
    );
  });
});

describe("a pattern that tells more characters apart than the table has room for", () => {
  const members = Array.from({ length: 3000 }, (_, at) => String.fromCodePoint(0x4e00 + 2 * at));
  const glob = compileGlob(`[${members.join("")}]b?`);

  test.each([
    ["\u4e00bc", true],
    ["\u4e02b😀", true],
    ["\u4e01bc", false],
    ["\u4e00bbc", false],
    ["\u4e00b", false],
  ])("is asked about %j and answers %j", (text, matches) => {
    expect(glob.matches(text)).toBe(matches);
  });
});

describe("hostile input", () => {
  // The first is a search for texts, the second needs the automaton.
  const patterns = ["*a*a*a*a*a*a*a*b", "*a*a*a*a*a*a*a*[b]"];
  const cases = patterns.flatMap((pattern) => [60, 100_000].map((length) => [pattern, length] as const));

  test.each(cases)(
    "%s is matched in linear time: %i characters take less than a second",
    (pattern, length) => {
      // The second text passes the look at its last character, so that all of it is read.
      const refused = `${"a".repeat(6)}${"c".repeat(length - 7)}b`;
      const texts = ["a".repeat(length), refused, `${"a".repeat(length - 1)}b`];
      for (const [at, text] of texts.entries()) {
        // The shortest of three, each from a fresh pattern: threads of the process may be busy, the work is the same.
        const times = [1, 2, 3].map(() => {
          const glob = compileGlob(pattern);
          return cpuTimeOf(() => expect(glob.matches(text)).toBe(at === 2));
        });
        expect(Math.min(...times)).toBeLessThan(1000);
      }
    },
  );

  test("a pattern whose states double with every character is still answered", () => {
    const glob = compileGlob(`*a${"?".repeat(40)}`);
    let seed = 1;
    const noise = Array.from({ length: 5000 }, () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return seed % 2 === 0 ? "a" : "b";
    });
    for (let end = 4000; end < 4040; end += 1) {
      const text = noise.slice(0, end).join("");
      expect(glob.matches(text)).toBe(text.at(-41) === "a");
    }
  });

  test.each([
    "x",
    "\x7f",
    "\x80",
    "\ud7ff",
    "\ue000",
    "\uffff",
    "\u{10000}",
    "\u{10fbff}",
    "\u{10fc00}",
    "\u{10ffff}",
  ])("%j is one character", (character) => {
    const [before, behind] = [-1, 1].map((step) =>
      String.fromCodePoint(Math.min(character.codePointAt(0)! + step, 0x10ffff)),
    );
    for (const pattern of ["?[y]", `[${character}][y]`, "[!z][y]", "{?,zz}y", `{${character},zz}[y]`]) {
      const glob = compileGlob(pattern);
      expect([pattern, glob.matches(`${character}y`), glob.matches(`${character}${character}y`)]).toEqual([
        pattern,
        true,
        false,
      ]);
    }
    const own = compileGlob(`[${character}][y]`);
    expect(own.matches(`${before}y`)).toBe(false);
    expect(own.matches(`${behind}y`)).toBe(behind === character);
  });

  test.each([
    ["x{{},a}y", true, false],
    ["x{{{}},a}y", true, false],
    ["x{{},{}}y", false, true],
    ["x{{a},{}}y", true, false],
    ["x{{},a,{}}y", true, false],
    ["x{{{},a}}y", true, false],
  ])("%s drops alternatives that hold only empty ones", (pattern, matchesOne, matchesNone) => {
    const glob = compileGlob(pattern);
    expect([glob.matches("xay"), glob.matches("xy")]).toEqual([matchesOne, matchesNone]);
  });

  test.each(["x", "\x7f", "\x80", "\ud7ff", "\ue000", "\uffff", "\u{10000}", "\u{10ffff}"])(
    "a pattern with too many states takes %j for one character",
    (character) => {
      const glob = compileGlob(`*a${"?".repeat(40)}`);
      let seed = 7;
      const noise = Array.from({ length: 4000 }, () => {
        seed = (seed * 16_807) % 2_147_483_647;
        return seed % 2 === 0 ? "a" : "b";
      }).join("");
      for (const [count, matches] of [
        [39, false],
        [40, true],
        [41, false],
      ] as const) {
        expect(glob.matches(`${noise}${"b".repeat(41)}a${character.repeat(count)}`)).toBe(matches);
        expect(glob.matches(`${noise}${"b".repeat(41)}a${character}${"b".repeat(count - 1)}`)).toBe(matches);
      }
    },
  );
});
