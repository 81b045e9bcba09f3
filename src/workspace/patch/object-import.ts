import {
  type ContentProblem,
  openLarge,
  readLarge,
  readSmall,
  SMALL_FILE_BYTES,
} from "../content/content.ts";
import type { ManifestEntry } from "../manifest/manifest.ts";
import { mapAhead } from "./ordered-ahead.ts";
import type { PatchSide } from "./patch-side.ts";

/** Small files that are read at the same time. */
const READS_AHEAD = 16;

/** A place where the content of an entry can be read. */
export interface ContentPlace {
  readonly root: string;
  readonly entry: ManifestEntry;
  /** Reads the content from another place, if this one has changed. */
  readonly base?: ImportPlan["base"];
}

/** Both sides of each change that goes into the repository. */
export interface ImportPlan {
  readonly source: string;
  readonly root: string;
  /** The content of an entry from before the run, kept elsewhere; undefined if it is not. */
  readonly base?: ((entry: ManifestEntry) => Promise<Buffer | undefined>) | undefined;
  /** A larger content is not imported; undefined: `MAX_FILE_BYTES`. */
  readonly maxFileBytes?: number | undefined;
  readonly changes: readonly { readonly before?: PatchSide; readonly after?: PatchSide }[];
}

/** What could not be read, by the index of the change in the plan. */
export class ImportProblems {
  /** Changes whose new content could not be read. They are in neither tree. */
  readonly lost = new Map<number, string>();
  /** Changes whose content from before the run is gone. They are in the tree after the run alone. */
  readonly lostBases = new Set<number>();
}

/**
 * The input of `git fast-import`: every content once, then the two trees of a patch as `refs/heads/before` and
 * `refs/heads/after`. A new content that differs from its manifest leaves the change out of both trees, a content from before
 * the run that does leaves it out of the first; `problems` has them.
 */
export async function* importStream(plan: ImportPlan, problems: ImportProblems): AsyncGenerator<Buffer> {
  const marks = new Map<string, number | ContentProblem>();
  for await (const loaded of mapAhead(contentPlaces(plan).values(), READS_AHEAD, load)) {
    const mark = marks.size + 1;
    const { sha256, size } = loaded.entry;
    if (loaded.bytes !== undefined) {
      yield Buffer.concat([blobHead(mark, size), loaded.bytes, Buffer.from("\n")]);
      marks.set(sha256, mark);
    } else marks.set(sha256, (yield* importFirst(loaded, mark, plan.maxFileBytes)) ?? mark);
  }
  for (const [index, sides] of plan.changes.entries()) {
    const after = sides.after && marks.get(sides.after.entry.sha256);
    if (typeof after === "object") problems.lost.set(index, after.problem);
    else if (sides.before !== undefined && !isSaved(sides.before, marks)) problems.lostBases.add(index);
  }
  const kept = plan.changes.map((sides, index) => (problems.lost.has(index) ? {} : sides));
  yield* treeOf(
    "before",
    kept.map(({ before }, index) => (problems.lostBases.has(index) ? undefined : before)),
    marks,
  );
  yield* treeOf(
    "after",
    kept.map(({ after }) => after),
    marks,
  );
  yield Buffer.from("done\n");
}

// Equal contents are stored once. A file that was only renamed or got another mode can be read on both sides.
function contentPlaces(plan: ImportPlan): Map<string, ContentPlace[]> {
  const places = new Map<string, ContentPlace[]>();
  const add = (place: Pick<ContentPlace, "root" | "base">, side: PatchSide | undefined): void => {
    if (side === undefined || side.entry.unsettled === true) return;
    const list = places.get(side.entry.sha256) ?? [];
    list.push({ ...place, entry: side.entry });
    places.set(side.entry.sha256, list);
  };
  const { root, source, base } = plan;
  for (const { after } of plan.changes) add({ root }, after);
  for (const { before } of plan.changes) add({ root: source, base }, before);
  return places;
}

function isSaved({ entry }: PatchSide, marks: ReadonlyMap<string, number | ContentProblem>): boolean {
  return entry.unsettled !== true && typeof marks.get(entry.sha256) === "number";
}

interface Loaded {
  readonly entry: ManifestEntry;
  readonly places: readonly ContentPlace[];
  /** Undefined for a large file, and if no place has the content. */
  readonly bytes?: Buffer;
  readonly problem?: ContentProblem;
}

async function load(places: readonly ContentPlace[]): Promise<Loaded> {
  const { entry } = places[0]!;
  if (entry.type === "file" && entry.size > SMALL_FILE_BYTES) return { entry, places };
  let problem: ContentProblem | undefined;
  for (const place of places) {
    const read = await readSmall(place.root, place.entry);
    if (Buffer.isBuffer(read)) return { entry, places, bytes: read };
    problem = read;
  }
  const bytes = await readBase(places);
  if (bytes !== undefined) return { entry, places, bytes };
  return { entry, places, ...(problem === undefined ? {} : { problem }) };
}

/** The content as it is kept elsewhere. It is that of the manifest. */
async function readBase(places: readonly ContentPlace[]): Promise<Buffer | undefined> {
  for (const { base, entry } of places) {
    const bytes = await base?.(entry);
    if (bytes !== undefined) return bytes;
  }
  return undefined;
}

// A blob whose bytes turn out to be wrong stays in the repository under its mark, and no tree names it.
async function* importFirst(
  { places, problem }: Loaded,
  mark: number,
  maxFileBytes: number | undefined,
): AsyncGenerator<Buffer, ContentProblem | undefined> {
  if (problem !== undefined) return problem;
  let last: ContentProblem | undefined;
  for (const { root, entry } of places) {
    const opened = await openLarge(root, entry, maxFileBytes);
    if ("problem" in opened) last = opened;
    else {
      yield blobHead(mark, entry.size);
      last = yield* readLarge(opened, entry);
      yield Buffer.from("\n");
      if (last === undefined) return undefined;
    }
  }
  const isTooLarge = maxFileBytes !== undefined && places[0]!.entry.size > maxFileBytes;
  const bytes = isTooLarge ? undefined : await readBase(places);
  if (bytes === undefined) return last;
  yield Buffer.concat([blobHead(mark, bytes.length), bytes, Buffer.from("\n")]);
  return undefined;
}

function blobHead(mark: number, size: number): Buffer {
  return Buffer.from(`blob\nmark :${mark}\ndata ${size}\n`);
}

function* treeOf(
  name: string,
  sides: readonly (PatchSide | undefined)[],
  marks: ReadonlyMap<string, number | ContentProblem>,
): Generator<Buffer> {
  yield Buffer.from(`commit refs/heads/${name}\ncommitter abp <abp@localhost> 0 +0000\ndata 0\n`);
  for (const side of sides) {
    if (side === undefined) continue;
    const mark = marks.get(side.entry.sha256) as number;
    yield Buffer.from(`M ${side.gitMode} :${mark} ${quoteName(side.entry.rawPath)}\n`);
  }
  yield Buffer.from("\n");
}

/** A path in double quotes, with every unusual byte as an octal escape. */
export function quoteName(rawPath: string): string {
  const octal = (byte: string): string => `\\${byte.charCodeAt(0).toString(8).padStart(3, "0")}`;
  return `"${rawPath.replace(/[^A-Za-z0-9_./ -]/g, octal)}"`;
}
