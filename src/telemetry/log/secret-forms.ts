import { encodedForms } from "../../lib/index.ts";

/** Shorter pieces occur in harmless texts. */
const MIN_PIECE_LENGTH = 8;

/**
 * Returns a secret and its forms inside longer encoded texts, such as `base64("user:secret")`. Base64 encodes three bytes
 * at a time, so a secret has three forms. The first and last characters of a form also contain bits of the neighbours and are
 * left out.
 */
export function secretForms(secret: string): readonly string[] {
  if (secret === "") return [];
  const forms = new Set(encodedForms(secret));
  for (const escaped of [encodeURIComponent(secret.toWellFormed()), encodeURI(secret.toWellFormed())]) {
    forms.add(escaped);
    // The digits of an escape have either case (RFC 3986, section 2.1), and HTML forms encode a space as a plus.
    forms.add(escaped.replace(/%[0-9A-F]{2}/g, (digits) => digits.toLowerCase()));
    forms.add(escaped.replaceAll("%20", "+"));
  }
  for (let shift = 0; shift < 3; shift += 1) {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(secret)]);
    const first = shift === 0 ? 0 : shift + 1;
    const last = Math.floor((bytes.length * 8) / 6);
    for (const encoding of ["base64", "base64url"] as const) {
      const piece = bytes.toString(encoding).slice(first, last);
      if (piece.length >= MIN_PIECE_LENGTH) forms.add(piece);
    }
  }
  return [...forms];
}
