import type { AbpError } from "../../contract/index.ts";
import { type HeaderList, hideSecrets, knownSecrets, REDACTED } from "../../lib/index.ts";
import type { BearerToken } from "../credential/bearer-token.ts";
import { engineError } from "../failure/transport-failure.ts";

/** Source of the credential header: a configured key, a token that is read when it is needed, the caller of each call, or none. */
export type CredentialSource =
  | { readonly from: "key"; readonly key: string | undefined }
  | { readonly from: "token"; readonly token: BearerToken }
  | { readonly from: "caller" }
  | { readonly from: "none" };

/** The header that carries a credential, and what stands before the credential. */
export interface CredentialHeader {
  readonly header: string;
  readonly prefix: string;
}

export const BEARER: CredentialHeader = { header: "authorization", prefix: "Bearer " };

/** Prepares the redaction of an engine's own secrets: its key, and the values of configured headers, which often are keys. */
export function openConcealer(credential: CredentialSource, headers: HeaderList): (text: string) => string {
  const key = credential.from === "key" ? (credential.key ?? "") : "";
  const values = headers.filter((_, index) => index % 2 === 1);
  const known = knownSecrets([key, ...values]);
  const conceal = (text: string) => hideSecrets(text, known, REDACTED);
  return credential.from === "token" ? (text) => conceal(credential.token.conceal(text)) : conceal;
}

/** The error of a call for which the engine has no credential. */
export function credentialMissing(engine: string, from: CredentialSource["from"]): AbpError {
  if (from !== "caller") return engineError("credential_missing", engine, "has no key");
  return engineError(
    "credential_missing",
    engine,
    "needs the caller's own credential, and the call has none",
    { advice: "Send your vendor key as the vendor's SDK does, and this backplane's key as `x-abp-key`." },
  );
}
