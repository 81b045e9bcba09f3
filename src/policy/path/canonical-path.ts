/** The directories that relative paths and `~` refer to. */
export interface PathPlace {
  /** The components of the workspace's absolute path; `undefined` when unknown. */
  readonly root: readonly string[] | undefined;
  readonly home: readonly string[] | undefined;
}

/** A normalised path. */
export interface CanonicalPath {
  /** Relative to the root when inside it, otherwise absolute, or resolved as far as possible. */
  readonly text: string;
  /** The absolute path, if known. */
  readonly absolute: string | undefined;
  readonly outside: boolean;
  /** Whether the text can only name a directory. */
  readonly directory: boolean;
}

const drive = /^[A-Za-z]:(?=\/)/;
const driveName = /^[A-Za-z]:$/;
const userHome = /^~[A-Za-z_][\w.-]*(?=\/|$)/;

/**
 * Normalises a path without looking at the file system: `.`, `..`, repeated and trailing separators, `~`, drives,
 * `/proc/self` links.
 */
export function canonicalPath(path: string, place: PathPlace): CanonicalPath {
  const directory = /(^|\/)\.{0,2}$/.test(path) && path !== "";
  const start = findStart(path, place);
  const fixed = start.anchored ? 0 : start.base.length;
  const walk: Walk = { stack: [...start.base], anchored: start.anchored, fixed, escaped: start.escaped };
  for (const component of start.rest.split("/")) step(walk, component, place);
  const outside = { outside: true, directory };
  if (walk.escaped) return { text: walk.stack.join("/"), absolute: undefined, ...outside };
  if (!walk.anchored) return { text: walk.stack.join("/"), absolute: undefined, outside: false, directory };
  const absolute = joinAbsolute(walk.stack);
  if (place.root === undefined) return { text: absolute, absolute, outside: false, directory };
  if (!isWithin(place.root, walk.stack)) return { text: absolute, absolute, ...outside };
  return { text: walk.stack.slice(place.root.length).join("/"), absolute, outside: false, directory };
}

/** The components of an absolute path; `undefined` for any other path. */
export function absoluteComponents(path: string): string[] | undefined {
  const slashed = path.replaceAll("\\", "/");
  if (!slashed.startsWith("/") && !drive.test(slashed)) return undefined;
  const walk: Walk = { stack: [], anchored: true, fixed: 0, escaped: false };
  for (const component of slashed.split("/")) step(walk, component, { root: undefined, home: undefined });
  return walk.stack.map((component, at) => {
    return at === 0 && driveName.test(component) ? component.toUpperCase() : component;
  });
}

export function joinAbsolute(components: readonly string[]): string {
  const joined = components.join("/");
  return drive.test(`${joined}/`) ? joined : `/${joined}`;
}

interface Walk {
  stack: string[];
  /** Whether the stack starts at the root of the file system. */
  anchored: boolean;
  /** The number of leading components whose parent is unknown. */
  readonly fixed: number;
  /** Whether the path left the known part of the file system. */
  escaped: boolean;
}

interface Start {
  readonly base: readonly string[];
  readonly rest: string;
  readonly anchored: boolean;
  readonly escaped: boolean;
}

function findStart(path: string, place: PathPlace): Start {
  if (path.startsWith("/")) return { base: [], rest: path, anchored: true, escaped: false };
  const letter = drive.exec(path)?.[0];
  if (letter !== undefined) {
    return { base: [letter.toUpperCase()], rest: path.slice(letter.length), anchored: true, escaped: false };
  }
  if (path === "~" || path.startsWith("~/")) {
    const rest = path.slice(1);
    if (place.home !== undefined) return { base: place.home, rest, anchored: true, escaped: false };
    return { base: ["~"], rest, anchored: false, escaped: place.root !== undefined };
  }
  const user = userHome.exec(path)?.[0];
  if (user !== undefined && place.root !== undefined) {
    return { base: [user], rest: path.slice(user.length), anchored: false, escaped: true };
  }
  return { base: place.root ?? [], rest: path, anchored: place.root !== undefined, escaped: false };
}

function step(walk: Walk, component: string, place: PathPlace): void {
  if (component === "" || component === ".") return;
  if (component !== "..") {
    walk.stack.push(component);
    if (walk.anchored) followProcess(walk, place);
    return;
  }
  const last = walk.stack.at(-1);
  if (walk.anchored) {
    if (walk.stack.length > 1 || !driveName.test(last ?? "")) walk.stack.pop();
  } else if (last === ".." || walk.stack.length === walk.fixed) {
    walk.stack.push("..");
    walk.escaped = true;
  } else {
    walk.stack.pop();
  }
}

// proc(5): `root` and `cwd` of a process or thread are links to other directories.
function followProcess(walk: Walk, place: PathPlace): void {
  const [top, process, ...rest] = walk.stack;
  if (top !== "proc" || process === undefined || !/^(?:self|thread-self|\d+)$/.test(process)) return;
  const link = rest.length === 3 && rest[0] === "task" ? rest[2] : rest.length === 1 ? rest[0] : undefined;
  if (link === "root") {
    walk.stack = [];
  } else if (link === "cwd" && !/^\d+$/.test(process)) {
    walk.stack = [...(place.root ?? [])];
    walk.anchored = place.root !== undefined;
  }
}

function isWithin(root: readonly string[], components: readonly string[]): boolean {
  return root.every((component, at) => component === components[at]);
}
