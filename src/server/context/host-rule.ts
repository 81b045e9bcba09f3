import { isIP } from "node:net";
import { AbpError } from "../../contract/index.ts";

const HOST = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9](?:[a-z0-9._-]{0,252}))(?::\d{1,5})?$/i;
const MAX_ACCEPTED_HOSTS = 64;

/**
 * Checks the Host and Origin headers. A web page can make a browser connect to any address under the page's own name
 * (DNS rebinding), and it can send simple requests to any host. The rule refuses both.
 */
export class HostRule {
  readonly #names: ReadonlySet<string>;
  /** Host headers that were accepted before, which saves the check. */
  readonly #accepted = new Set<string>();

  /** `address` is the one that the server listens on; `hosts` are further names from the configuration. */
  constructor(address: string, hosts: readonly string[]) {
    const own = [address, ...hosts].map(bareName);
    this.#names = new Set(["localhost", "127.0.0.1", "::1", ...own]);
  }

  /** Throws unless `Host`, and `Origin` if there is one, name this daemon. `localAddress` is the socket's own. */
  check(host: string | undefined, origin: string | undefined, localAddress: string | undefined): void {
    if (host === undefined)
      throw new AbpError("request_malformed", "The request has no Host header.", { where: "host" });
    if (!this.#accepted.has(host)) this.#checkHost(host, localAddress);
    if (origin !== undefined) this.#checkOrigin(origin, localAddress);
  }

  #checkHost(host: string, localAddress: string | undefined): void {
    const name = HOST.exec(host)?.[1];
    if (name === undefined)
      throw new AbpError("request_malformed", "The Host header is not a host name.", { where: "host" });
    if (!this.#isOwn(name, localAddress)) {
      throw new AbpError("host_denied", "The Host header names a host that this daemon does not serve.", {
        where: "host",
      });
    }
    // The address of one connection is not accepted on all others.
    if (this.#names.has(bareName(name)) && this.#accepted.size < MAX_ACCEPTED_HOSTS) this.#accepted.add(host);
  }

  #checkOrigin(origin: string, localAddress: string | undefined): void {
    const url = URL.parse(origin);
    const isWeb = url !== null && (url.protocol === "http:" || url.protocol === "https:");
    if (!isWeb || !this.#isOwn(url.hostname, localAddress)) {
      throw new AbpError("host_denied", "The request comes from a web page of another origin.", {
        where: "origin",
      });
    }
  }

  // A daemon that listens on all addresses is reached by the address of the connection. An address cannot be rebound.
  #isOwn(name: string, localAddress: string | undefined): boolean {
    const bare = bareName(name);
    return this.#names.has(bare) || (isIP(bare) !== 0 && bare === bareName(localAddress ?? ""));
  }
}

function bareName(host: string): string {
  const name = host
    .toLowerCase()
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "");
  // A socket for both IP versions writes IPv4 addresses in this form (RFC 4291 §2.5.5.2).
  return name.startsWith("::ffff:") && isIP(name.slice(7)) === 4 ? name.slice(7) : name;
}
