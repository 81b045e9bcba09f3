/** Secrets that are planted. They have no vendor's form, so that nothing hides them by their looks. */
export const CANARIES = {
  engineKey: "crash-enginekey/+81c2f09a7d",
  adaKey: "crash-callerkey-ada-5b7e21d4f0",
  bobKey: "crash-callerkey-bob-c09d3e6a18",
  eveKey: "crash-callerkey-eve-77f1a0b2c3",
  prompt: "crash-prompt/+d41b7c90e2",
  header: "crash-header/+0f6a5b4c3d",
  upstreamError: "crash-uperror/+a9b8c7d6e5",
} as const;

/** The name of a planted secret. */
export type CanaryName = keyof typeof CANARIES;

/** A planted secret that was found where it must not be. */
export interface CanaryHit {
  readonly canary: CanaryName;
  readonly where: string;
}

/** The forms in which a secret may appear: plain, escaped in JSON, URL-encoded, hexadecimal, and Base64 at any offset. */
export function formsOf(secret: string): string[] {
  const base64 = [0, 1, 2].map((offset) => {
    const encoded = Buffer.from(" ".repeat(offset) + secret).toString("base64");
    // The characters at both ends depend on the neighbours as well.
    return encoded.slice(offset === 0 ? 0 : 4, Math.floor(((offset + secret.length) * 4) / 3) - 3);
  });
  return [
    ...new Set([
      secret,
      secret.replaceAll("/", "\\/"),
      encodeURIComponent(secret),
      Buffer.from(secret).toString("hex"),
      ...base64,
      ...base64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_")),
    ]),
  ];
}

const FORMS = Object.entries(CANARIES).map(
  ([name, secret]) => [name as CanaryName, formsOf(secret).map((form) => Buffer.from(form))] as const,
);

/** The planted secrets that stand in these bytes, in any form. */
export function findCanaries(bytes: Buffer, where: string, except: readonly CanaryName[] = []): CanaryHit[] {
  return FORMS.filter(([name]) => !except.includes(name))
    .filter(([, forms]) => forms.some((form) => bytes.includes(form)))
    .map(([canary]) => ({ canary, where }));
}
