import type { PassedEndpoint } from "../../../dialects/index.ts";
import type { EngineResource } from "../../../storage/index.ts";
import { uploadId } from "../../id-owners/resource-id.ts";
import type { GatewayAddress } from "../gateway-address.ts";

/**
 * The addresses at which a vendor takes the rest of an upload. The caller is given addresses of the gateway, which name an upload
 * and no host, and hold a key for this upload alone; the vendor's own are stored with their owner.
 */
export class UploadAddresses {
  readonly #engine: string;
  readonly #passed: PassedEndpoint;
  readonly #path: string;
  readonly #address: GatewayAddress;
  readonly #newId: () => string;
  readonly #keyOf: (id: string) => string | undefined;
  /** What has to be stored before the caller gets its answer. */
  readonly found: EngineResource[] = [];

  /** `path` is that of the call that begins the upload; `keyOf` issues the key for the rest of it. */
  constructor(
    engine: string,
    passed: PassedEndpoint,
    path: string,
    address: GatewayAddress,
    newId: () => string,
    keyOf: (id: string) => string | undefined = () => undefined,
  ) {
    this.#engine = engine;
    this.#passed = passed;
    this.#path = path.split("?", 1)[0]!;
    this.#address = address;
    this.#newId = newId;
    this.#keyOf = keyOf;
  }

  /** The gateway's address for one of the vendor. One that no call can go to is replaced and not stored. */
  replace(address: string): string {
    const url = URL.parse(address);
    const name = this.#passed.continues;
    if (url === null || name === undefined) return address;
    const value = url.searchParams.get(name) ?? this.#newId();
    const query = new URLSearchParams(url.search);
    query.set(name, value);
    const key = this.#keyOf(value);
    if (key !== undefined) query.set("key", key);
    const to = this.#address.of(`${this.#path}?${query}`);
    if (to === undefined) return address;
    if (/^https?:$/.test(url.protocol))
      this.found.push({ engine: this.#engine, id: uploadId(name, value), address: url.href });
    return to;
  }
}
