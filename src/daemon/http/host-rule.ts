import { isIP } from "node:net";
import { AbpError } from "../../contract/index.ts";

const HOST = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9](?:[a-z0-9._-]{0,252}))(?::\d{1,5})?$/i;
const REMEMBERED = 64;

/**
 * Decides by which names the daemon may be called. A web page can make a browser call any address under the page's
 * own name (DNS rebinding), and can send simple requests to any name: both stop here.
 */
export class HostRule {
  readonly #names: ReadonlySet<string>;
  readonly #accepted = new Set<string>();

  /** Takes the address that is listened on, and further names. */
  constructor(address: string, hosts: readonly string[]) {
    const own = [address, ...hosts].map(bareName);
    this.#names = new Set(["localhost", "127.0.0.1", "::1", ...own]);
  }

  /** Throws unless the Host header, and the Origin header where there is one, name this daemon. */
  check(host: string | undefined, origin: string | undefined, localAddress: string | undefined): void {
    if (host === undefined) throw new AbpError("request_malformed", "The request names no host.");
    if (!this.#accepted.has(host)) this.#checkHost(host, localAddress);
    if (origin !== undefined) this.#checkOrigin(origin, localAddress);
  }

  #checkHost(host: string, localAddress: string | undefined): void {
    const name = HOST.exec(host)?.[1];
    if (name === undefined) throw new AbpError("request_malformed", "The request's Host is not a host name.");
    if (!this.#isOwn(name, localAddress)) {
      throw new AbpError("host_denied", "The call names a host that this daemon does not serve.");
    }
    // A name that holds for one connection's address only is not remembered for all.
    if (this.#names.has(bareName(name)) && this.#accepted.size < REMEMBERED) this.#accepted.add(host);
  }

  #checkOrigin(origin: string, localAddress: string | undefined): void {
    const url = URL.parse(origin);
    const isWeb = url !== null && (url.protocol === "http:" || url.protocol === "https:");
    if (!isWeb || !this.#isOwn(url.hostname, localAddress)) {
      throw new AbpError("host_denied", "The call comes from a web page of another origin.");
    }
  }

  // An address as the Host cannot be rebound, and a connection's own address is how a daemon on all addresses is reached.
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
  // How an IPv4 peer is named on a socket of both families (RFC 4291 §2.5.5.2).
  return name.startsWith("::ffff:") && isIP(name.slice(7)) === 4 ? name.slice(7) : name;
}
