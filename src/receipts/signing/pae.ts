/** The pre-authentication encoding of DSSE v1: type and body with their byte lengths, so neither can flow into the other. */
export function encodePae(type: string, body: Uint8Array): Uint8Array {
  const head = `DSSEv1 ${Buffer.byteLength(type)} ${type} ${body.byteLength} `;
  return Buffer.concat([Buffer.from(head), body]);
}
