import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { documents, readDocument, repository } from "./documents.ts";

interface Link {
  readonly line: number;
  /** The path from the root of the repository; the document itself if the link has none. */
  readonly path: string;
  readonly anchor: string | undefined;
}

/** The links of a document to files of the repository. Code has no links. */
function linksOf(document: string, text: string): Link[] {
  const prose = text.replace(/^(\s*)(```|~~~)[\s\S]*?^\s*\2/gm, (block) => block.replace(/[^\n]/g, " "));
  const plain = prose.replace(/(`+)(?:(?!\1)[^\n])*\1(?!\])/g, (code) => " ".repeat(code.length));
  const inline = [...plain.matchAll(/\]\(\s*<?([^()\s>]+)>?(?:\s+"[^"]*")?\s*\)/g)];
  const defined = [...plain.matchAll(/^ {0,3}\[[^\]]+\]:\s*<?(\S+?)>?(?:\s|$)/gm)];
  return [...inline, ...defined].flatMap((match) => {
    const target = match[1]!;
    if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return [];
    const [path = "", anchor] = target.split("#");
    const file = path === "" ? document : normalize(join(dirname(document), decodeURI(path)));
    return [{ line: text.slice(0, match.index).split("\n").length, path: file, anchor }];
  });
}

/** The anchors of a document's headings, as GitHub makes them, and those that it sets itself. */
function anchorsOf(text: string): Set<string> {
  const plain = text.replace(/^(\s*)(```|~~~)[\s\S]*?^\s*\2/gm, "");
  const counts = new Map<string, number>();
  const headings = [...plain.matchAll(/^#{1,6}\s+(.*?)\s*#*$/gm)].map(([, title]) => {
    const shown = title!.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const slug = shown.replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-");
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
  const own = [...plain.matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, name]) => name!);
  return new Set([...headings, ...own]);
}

const files = (JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as { files: string[] })
  .files;
/** What npm adds to every package. */
const ALWAYS = /^(?:package\.json|README(?:\.[^/]*)?|LICEN[CS]E(?:\.[^/]*)?)$/i;

/** Whether a path is a part of the npm package. The patterns of `files` that leave something out concern no document. */
function isPackaged(path: string): boolean {
  return ALWAYS.test(path) || files.some((one) => path === one || path.startsWith(`${one}/`));
}

const faultOf = ({ path, anchor }: Link): string | undefined => {
  const outside = relative(repository, resolve(repository, path)).startsWith("..");
  if (outside || !existsSync(join(repository, path))) return "does not exist";
  if (anchor === undefined || !path.endsWith(".md") || statSync(join(repository, path)).isDirectory())
    return undefined;
  return anchorsOf(readDocument(path)).has(anchor) ? undefined : `has no heading #${anchor}`;
};

const all = documents.flatMap((document) =>
  linksOf(document, readDocument(document)).map((link) => ({ document, link })),
);

describe("a link of a document", () => {
  it("leads to a file that exists, and to a heading that it has", () => {
    expect(all.length).toBeGreaterThan(100);
    const faults = all.flatMap(({ document, link }) => {
      const fault = faultOf(link);
      return fault === undefined ? [] : [`${document}:${link.line}: ${link.path} ${fault}`];
    });
    expect(faults).toEqual([]);
  });

  it("of the npm package leads to a file of the package", () => {
    const packaged = all.filter(({ document }) => isPackaged(document));
    expect(packaged.length).toBeGreaterThan(50);
    const missing = packaged.filter(({ link }) => !isPackaged(link.path));
    expect(missing.map(({ document, link }) => `${document}:${link.line}: ${link.path}`)).toEqual([]);
  });

  it("with a fault would be found", () => {
    const text =
      "# One & two\n[a](docs/none.md) `[b](c.md)` [d](#one--two) [e](#none) [f](https://h.test/x)\n";
    const found = linksOf("README.md", text);
    expect(found.map(({ path, anchor }) => [path, anchor])).toEqual([
      ["docs/none.md", undefined],
      ["README.md", "one--two"],
      ["README.md", "none"],
    ]);
    expect(faultOf(found[0]!)).toBe("does not exist");
    expect(anchorsOf(text).has("one--two")).toBe(true);
    expect(faultOf(found[2]!)).toBe("has no heading #none");
  });
});

it("a path of code in a document exists", () => {
  const named = documents
    .filter((document) => !document.startsWith("docs/register/"))
    .flatMap((document) =>
      [
        ...readDocument(document).matchAll(/`((?:schemas|docs|examples|hosts|conformance)\/[\w./-]+\.\w+)`/g),
      ].map(([, path]) => ({ document, path: path! })),
    );
  expect(named.length).toBeGreaterThan(3);
  const missing = named.filter(({ path }) => !existsSync(join(repository, path)));
  expect(missing.map(({ document, path }) => `${document}: ${path}`)).toEqual([]);
});
