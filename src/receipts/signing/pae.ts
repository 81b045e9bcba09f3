/**
 * The pre-authentication encoding of DSSE v1. The lengths keep type and body apart.
 *
 * @example
 * import { encodePae } from "agent-backplane/receipts";
 * const signature = key.sign(encodePae("application/json", Buffer.from(text)));
 */
export function encodePae(type: string, body: Uint8Array): Uint8Array {
  const head = `DSSEv1 ${Buffer.byteLength(type)} ${type} ${body.byteLength} `;
  return Buffer.concat([Buffer.from(head), body]);
}
