/** Sections of which every key is harmless: git neither starts a program nor reads a file by it. */
const harmlessSections = new Set([
  ...["advice", "alias", "apply", "branch", "color", "column", "feature", "fetch", "gc", "index", "init"],
  ...["maintenance", "pack", "pull", "push", "rebase", "rerere", "status", "tag", "user", "worktree"],
]);

/** Keys of other sections that are harmless. A section with a name, such as a remote, counts as one without. */
const harmlessKeys = new Set([
  ...[
    "repositoryformatversion",
    "filemode",
    "bare",
    "logallrefupdates",
    "ignorecase",
    "precomposeunicode",
  ].map(core),
  ...["symlinks", "autocrlf", "eol", "safecrlf", "quotepath", "untrackedcache", "sparsecheckout"].map(core),
  ...[
    "sparsecheckoutcone",
    "preloadindex",
    "longpaths",
    "trustctime",
    "checkstat",
    "abbrev",
    "commitgraph",
  ].map(core),
  ...["multipackindex", "fscache", "hidedotfiles", "protectntfs", "protecthfs", "compression"].map(core),
  ...["remote.url", "remote.pushurl", "remote.fetch", "remote.push", "remote.tagopt", "remote.prune"],
  ...["remote.mirror", "remote.promisor", "remote.partialclonefilter", "remote.gh-resolved"],
  ...[
    "extensions.objectformat",
    "extensions.worktreeconfig",
    "extensions.partialclone",
    "extensions.refstorage",
  ],
  ...["submodule.url", "submodule.active", "submodule.branch", "submodule.recurse", "http.postbuffer"],
  ...[
    "commit.gpgsign",
    "commit.template",
    "commit.verbose",
    "diff.renames",
    "diff.algorithm",
    "diff.colormoved",
  ],
  ...["merge.ff", "merge.conflictstyle", "lfs.repositoryformatversion", "lfs.access"],
]);

/** Programs that a harmless configuration may name: those of Git LFS, which users install themselves. */
const harmlessValues = new Set([
  ...["core.fsmonitor=true", "core.fsmonitor=false", "filter.required=true"],
  ...["filter.clean=git-lfs clean -- %f", "filter.smudge=git-lfs smudge -- %f"],
  "filter.process=git-lfs filter-process",
]);

const SECTION = /^\[\s*([A-Za-z0-9-]+)(?:\.[^\]\s"]*|\s+"(?:[^"\\\n]|\\.)*")?\s*\](.*)$/;
const ENTRY = /^([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*(.*))?$/;

/**
 * Whether a configuration of git may make git start a program or read a further file, such as `core.fsmonitor`, a filter or an
 * inclusion. True for every key that is not known as harmless, and for a text that is not understood.
 */
export function mayStartPrograms(configuration: string): boolean {
  let section: string | undefined;
  return configuration.split(/\r?\n/).some((line) => {
    let rest = line.trim();
    const head = SECTION.exec(rest);
    if (head !== null) {
      section = head[1]!.toLowerCase();
      rest = head[2]!.trim();
    }
    if (rest === "" || rest.startsWith("#") || rest.startsWith(";")) return false;
    const entry = ENTRY.exec(rest);
    // A value that goes on in the next line could hide one.
    if (entry === null || section === undefined || rest.endsWith("\\")) return true;
    const key = `${section}.${entry[1]!.toLowerCase()}`;
    return (
      !harmlessSections.has(section) && !harmlessKeys.has(key) && !harmlessValues.has(`${key}=${entry[2]}`)
    );
  });
}

function core(key: string): string {
  return `core.${key}`;
}
