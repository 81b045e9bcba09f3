// A version as vendors write it at the end of a base URL or at the start of a path: v1, v1beta, v1beta1, v4.
const VERSION = /^v\d+(?:(?:alpha|beta)\d*)?$/;

/** The base URL of an engine: an origin and a path prefix. */
export interface BaseUrl {
  readonly origin: string;
  /** Host name or literal address, without brackets. */
  readonly host: string;
  /** Without a trailing slash; empty at the root. */
  readonly path: string;
  /** Whether `path` ends in a version. It then replaces the version at the start of a call's path. */
  readonly isVersioned: boolean;
}

/** Reads a base URL. Returns a text if it is not allowed, which says why. */
export function readBaseUrl(text: string): BaseUrl | string {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:"))
    return "must be an http or https URL";
  if (url.username !== "" || url.password !== "") return "must not hold a user or a password; use api_key";
  if (url.search !== "" || url.hash !== "") return "must not have a query or a fragment";
  const path = url.pathname.replace(/\/+$/, "");
  return {
    origin: url.origin,
    host: url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname,
    path,
    isVersioned: VERSION.test(path.slice(path.lastIndexOf("/") + 1)),
  };
}

// Printable ASCII without `#` and `\` that begins with exactly one slash: no absolute form, no `//host`, no space,
// no CR or LF.
const PLAIN = /^\/(?!\/)[!"$-[\]-~]*$/;
const SEPARATOR = "(?:/|%2f|%5c)";
// RFC 3986 section 5.2.4, also for servers that decode before they resolve.
const DOT_SEGMENT = new RegExp(`${SEPARATOR}(?:\\.|%2e){1,2}(?:${SEPARATOR}|$)`, "i");

/**
 * Returns the path to request, or undefined if the path could lead out of the base URL. `besideVersion` are the beginnings of
 * paths that do not stand below the version of the API.
 */
export function resolveTarget(
  base: BaseUrl,
  path: string,
  besideVersion: readonly string[] = [],
): string | undefined {
  if (!PLAIN.test(path)) return undefined;
  const query = path.indexOf("?");
  if (DOT_SEGMENT.test(query === -1 ? path : path.slice(0, query))) return undefined;
  if (!base.isVersioned) return base.path + path;
  const kind = besideVersion.find((one) => path.startsWith(one));
  if (kind === undefined) return base.path + (withoutVersion(path) ?? path);
  const version = base.path.lastIndexOf("/");
  const rest = path.slice(kind.length - 1);
  const below = withoutVersion(rest);
  return (
    base.path.slice(0, version) +
    kind.slice(0, -1) +
    (below === undefined ? rest : base.path.slice(version) + below)
  );
}

/** The path behind the version that it begins with; undefined if it begins with none. */
function withoutVersion(path: string): string | undefined {
  const end = /[/?]|$/.exec(path.slice(1))!.index + 1;
  return VERSION.test(path.slice(1, end)) ? path.slice(end) : undefined;
}
