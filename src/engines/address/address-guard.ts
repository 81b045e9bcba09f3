import { type LookupAddress, lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { openPolicy } from "../../contract/index.ts";
import { type AddressClass, canConnect, compilePolicy } from "../../policy/index.ts";

/** Resolves a host name to all of its addresses. */
export type Resolve = (
  hostname: string,
  done: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
) => void;

/** The error of a connection to an address that is not allowed. */
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

/** Returns the address classes to which an engine at this host may connect. */
export function allowedKinds(host: string, allowPrivate: boolean): ReadonlySet<AddressClass> {
  if (allowPrivate) return PRIVATE;
  const isLocal = host === "localhost" || (isIP(host) !== 0 && classify(host) === "loopback");
  return isLocal ? LOCAL : PUBLIC;
}

/** Returns whether a literal address is allowed. A host name always is, because `guardLookup` checks its addresses. */
export function isHostAllowed(host: string, kinds: ReadonlySet<AddressClass>): boolean {
  return isIP(host) === 0 || kinds.has(classify(host));
}

export const resolveBySystem: Resolve = (hostname, done) => lookup(hostname, { all: true }, done);

/**
 * Makes a look-up function for sockets that returns checked addresses only. The socket connects to exactly these addresses, so a
 * second answer of the name server cannot redirect it (DNS rebinding). One address that is not allowed refuses all of them.
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
