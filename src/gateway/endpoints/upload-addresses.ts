import type { PassedEndpoint } from "../../dialects/index.ts";
import type { Engine } from "../../engines/index.ts";
import type { EngineResource } from "../../storage/index.ts";
import type { GatewayAddress } from "./gateway-address.ts";
import { uploadId } from "./resource-id.ts";

/**
 * The addresses at which a vendor takes the rest of an upload. The caller is given addresses of the gateway, which name an upload
 * and no host; the vendor's own are stored with their owner.
 */
export class UploadAddresses {
  readonly #engine: Pick<Engine, "name" | "location">;
  readonly #passed: PassedEndpoint;
  readonly #path: string;
  readonly #address: GatewayAddress;
  readonly #newId: () => string;
  /** What has to be stored before the caller gets its answer. */
  readonly found: EngineResource[] = [];

  /** `path` is that of the call that begins the upload. */
  constructor(
    engine: Pick<Engine, "name" | "location">,
    passed: PassedEndpoint,
    path: string,
    address: GatewayAddress,
    newId: () => string,
  ) {
    this.#engine = engine;
    this.#passed = passed;
    this.#path = path.split("?", 1)[0]!;
    this.#address = address;
    this.#newId = newId;
  }

  /**
   * The gateway's address for one of the vendor. One that leads to another vendor is replaced and not stored, so that nobody
   * follows it.
   */
  replace(address: string): string {
    const url = URL.parse(address);
    const name = this.#passed.continues;
    if (url === null || name === undefined) return address;
    const value = url.searchParams.get(name) ?? this.#newId();
    const query = new URLSearchParams(url.search);
    query.set(name, value);
    const to = this.#address.of(`${this.#path}?${query}`);
    if (to === undefined) return address;
    if (isSameVendor(this.#engine.location, url))
      this.found.push({ engine: this.#engine.name, id: uploadId(name, value), address: url.href });
    return to;
  }
}

/** Whether an address is at the host of an engine, or at another host of the same domain. */
export function isSameVendor(location: string, address: URL): boolean {
  const base = URL.parse(location);
  if (base === null || base.protocol !== address.protocol) return false;
  if (base.hostname === address.hostname) return true;
  const domain = domainOf(base.hostname);
  return domain !== undefined && domain === domainOf(address.hostname);
}

// The last two names of a host; undefined for an address of the network and for a host of one name.
function domainOf(host: string): string | undefined {
  if (/^[\d.]+$/.test(host) || host.startsWith("[")) return undefined;
  const names = host.split(".");
  return names.length < 2 ? undefined : names.slice(-2).join(".");
}
