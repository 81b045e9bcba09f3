const own = import.meta.url;
const isSource = own.endsWith(".ts");
// The build puts this code into another file below dist/, at any depth.
const root = own.slice(0, own.lastIndexOf(isSource ? "/src/" : "/dist/") + 1);

/**
 * The address of a file of this package, by its path from the package's root. A path below `src/` is that of a program, such as
 * the entry of a thread: a checkout runs the source, and an installed package its build in `dist/`.
 */
export function packageFile(path: string): URL {
  return new URL(isSource ? path : path.replace(/^src\/(.*)\.ts$/, "dist/$1.js"), root);
}
