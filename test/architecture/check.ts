import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { layerOf, lightEntries, pureRooms } from "../../scripts/layers.ts";

const IMPORT =
  /(?:^|[\s;])(?:import|export)\s(?:[^'";]*?\sfrom\s+)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']/gm;
const IO =
  /^node:(fs|net|http|https|http2|tls|dgram|dns|child_process|worker_threads|os|process|timers)(\/|$)/;
const IMPURE = [
  /\bDate\.now\(\)/,
  /\bnew Date\(\)/,
  /\bMath\.random\(\)/,
  /\brandomUUID\(\)/,
  /\brandomBytes\(/,
];
const EMPTY_NAMES = /(^|\/)(utils?|helpers?|common|manager|misc|types|impl)(\/|\.|$)/;
const BRANCH_ON_DIALECT =
  /[=!]==?\s*"(claude|openai|codex|gemini|kimi|copilot)"|case "(claude|openai|codex|gemini|kimi|copilot)":/;
const MAX_LINES = 400;

interface SourceFile {
  readonly path: string;
  readonly room: string;
  readonly text: string;
  readonly imports: readonly string[];
}

/** Every way in which the tree under `root` breaks the rules of the rooms, in a stable order. */
export function checkArchitecture(root: string): string[] {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".ts") && path.includes("/"))
    .sort()
    .map((path) => readSource(root, path));
  const rooms = new Set(files.map((file) => file.room));
  const strangers = [...rooms].filter((room) => layerOf(room) === undefined);
  const known = files.filter((file) => layerOf(file.room) !== undefined);
  return [
    ...strangers.map((room) => `${room} is not a room of scripts/layers.ts`),
    ...known.flatMap(checkImports),
    ...findCycles(known.filter((file) => !isTest(file.path))),
    ...known.filter((file) => pureRooms.includes(file.room) && !isTest(file.path)).flatMap(checkPurity),
    ...known
      .filter((file) => EMPTY_NAMES.test(file.path))
      .map((file) => `${file.path} has a name that says nothing`),
    ...known.filter((file) => !isTest(file.path)).flatMap(checkBranches),
    ...known.filter((file) => !isTest(file.path)).flatMap(checkLength),
  ];
}

function readSource(root: string, path: string): SourceFile {
  const text = readFileSync(join(root, path), "utf8");
  const imports = [...text.matchAll(IMPORT)].map((match) => (match[1] ?? match[2])!);
  return { path, room: path.split("/")[0]!, text, imports };
}

function isTest(path: string): boolean {
  return /\.(test|contract|bench)\.ts$/.test(path) || path.includes("/fixtures/");
}

function resolveImport(file: SourceFile, specifier: string): string | undefined {
  if (!specifier.startsWith(".")) return undefined;
  const target = posix.normalize(posix.join(posix.dirname(file.path), specifier));
  return target.startsWith("..") ? undefined : target;
}

function checkImports(file: SourceFile): string[] {
  const layer = layerOf(file.room)!;
  return file.imports.flatMap((specifier) => {
    const target = resolveImport(file, specifier);
    if (target === undefined) return [];
    const room = target.split("/")[0]!;
    if (room === file.room || layerOf(room) === undefined) return [];
    const other = layerOf(room)!;
    if (other > layer) return [`${file.path} imports upwards from ${room}`];
    if (other === layer) return [`${file.path} imports sideways from ${room}`];
    return target === `${room}/index.ts` || lightEntries.includes(target)
      ? []
      : [`${file.path} reaches past ${room}/index.ts to ${target}`];
  });
}

function findCycles(files: readonly SourceFile[]): string[] {
  const graph = new Map(
    files.map((file) => [
      file.path,
      file.imports.flatMap((specifier) => resolveImport(file, specifier) ?? []),
    ]),
  );
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, trail: string[]): void => {
    const start = trail.indexOf(path);
    if (start !== -1) {
      found.push(`cycle: ${[...trail.slice(start), path].join(" → ")}`);
      return;
    }
    if (done.has(path)) return;
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return found;
}

function checkPurity(file: SourceFile): string[] {
  const modules = file.imports.filter((specifier) => IO.test(specifier));
  const uses = IMPURE.flatMap((pattern) => pattern.exec(file.text)?.[0] ?? []);
  return [
    ...modules.map((module) => `${file.path} is in a pure room and imports ${module}`),
    ...uses.map((use) => `${file.path} is in a pure room and uses ${use}`),
  ];
}

// Differences between adapters are fields of the adapter: whoever asks for a name will be wrong about the next one.
function checkBranches(file: SourceFile): string[] {
  const found = BRANCH_ON_DIALECT.exec(file.text)?.[0];
  return found === undefined ? [] : [`${file.path} branches on a dialect's name (${found})`];
}

function checkLength(file: SourceFile): string[] {
  const lines = file.text.split("\n").length - 1;
  return lines > MAX_LINES
    ? [`${file.path} has ${lines} lines; split it by concept (at most ${MAX_LINES})`]
    : [];
}
