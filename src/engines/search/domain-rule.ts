/** One entry of a domain list: a host with its subdomains, or the pages of it below a path. */
export interface DomainRule {
  readonly host: string;
  /** Begins with a slash and does not end in one; empty for the whole host. */
  readonly path: string;
}

/** Reads an entry of a domain list. Returns undefined if it names no host, so that nobody can tell what it means. */
export function readDomainRule(entry: string): DomainRule | undefined {
  const bare = entry
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, "")
    .replace(/^\*\./, "");
  if (bare === "" || /[\s?#@\\*]/.test(bare)) return undefined;
  const url = URL.parse(`http://${bare}`);
  if (url === null || url.hostname === "") return undefined;
  return { host: plainHost(url.hostname), path: decodePath(url.pathname).replace(/\/+$/, "") };
}

/** An entry without a scheme, a wildcard or a slash at its end, as search services take it. */
export function plainDomain(entry: string): string {
  const rule = readDomainRule(entry);
  return rule === undefined ? entry : `${rule.host}${rule.path}`;
}

/** Whether a page lies within a rule: on its host or a subdomain, and below its path if it has one. */
export function matchesDomain(rule: DomainRule, url: string): boolean {
  const page = URL.parse(url);
  if (page === null) return false;
  const host = plainHost(page.hostname);
  if (host !== rule.host && !host.endsWith(`.${rule.host}`)) return false;
  const path = decodePath(page.pathname);
  return rule.path === "" || path === rule.path || path.startsWith(`${rule.path}/`);
}

function plainHost(host: string): string {
  return host.toLowerCase().replace(/\.+$/, "");
}

// A server reads `%62log` and `//blog` as `/blog`, so both are compared in their plain form.
function decodePath(path: string): string {
  return decode(path).replace(/\/{2,}/g, "/");
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // Not a valid escape: the server gets it as it is as well.
  }
}
