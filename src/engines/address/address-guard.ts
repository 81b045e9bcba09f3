import { type LookupAddress, lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { openPolicy } from "../../contract/index.ts";
import { type AddressClass, canConnect, compilePolicy } from "../../policy/index.ts";

/** Finds every address of a host name. */
export type Resolve = (
  hostname: string,
  done: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
) => void;

/** What a connection fails with whose address is not allowed. */
export class AddressDenied extends Error {
  override readonly name = "AddressDenied";
  readonly code = "ABP_ADDRESS_DENIED";
}

const PUBLIC: ReadonlySet<AddressClass> = new Set(["public"]);
const LOCAL: ReadonlySet<AddressClass> = new Set(["loopback"]);
// Link-local stays out: cloud machines serve their credentials at 169.254.169.254.
const PRIVATE: ReadonlySet<AddressClass> = new Set(["public", "loopback", "private"]);

const everything = compilePolicy(openPolicy());

function classify(address: string): AddressClass {
  return canConnect(everything, isIP(address) === 6 ? `[${address}]` : address).address_class;
}

/** The kinds of address that an engine at this host may have. */
export function allowedKinds(host: string, allowPrivate: boolean): ReadonlySet<AddressClass> {
  if (allowPrivate) return PRIVATE;
  const isLocal = host === "localhost" || (isIP(host) !== 0 && classify(host) === "loopback");
  return isLocal ? LOCAL : PUBLIC;
}

/** Whether a literal address is of an allowed kind; a name is judged when it is resolved. */
export function isHostAllowed(host: string, kinds: ReadonlySet<AddressClass>): boolean {
  return isIP(host) === 0 || kinds.has(classify(host));
}

/** Finds every address of a host name by the system's resolver. */
export const resolveBySystem: Resolve = (hostname, done) => lookup(hostname, { all: true }, done);

/**
 * A look-up for sockets that hands over only addresses that were checked. The socket connects to what it was handed,
 * so a second answer of the name server cannot lead elsewhere; one bad address refuses them all.
 */
export function guardLookup(kinds: ReadonlySet<AddressClass>, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, (error, addresses) => {
      if (error !== null) return callback(error, []);
      const first = addresses[0];
      if (first === undefined || !addresses.every(({ address }) => kinds.has(classify(address))))
        return callback(new AddressDenied("an address of the host is not allowed"), []);
      if (options.all === true) callback(null, addresses as LookupAddress[]);
      else callback(null, first.address, first.family);
    });
  };
}
