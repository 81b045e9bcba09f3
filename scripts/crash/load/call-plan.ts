import { createHash } from "node:crypto";
import { CANARIES } from "../canary/canaries.ts";

/** A caller of the daemon. Callers of one tenant share a log. */
export interface CallerKey {
  readonly name: string;
  readonly token: string;
  readonly tenant: string;
}

export const CALLER_KEYS: readonly CallerKey[] = [
  { name: "ada", token: CANARIES.adaKey, tenant: "default" },
  { name: "bob", token: CANARIES.bobKey, tenant: "team" },
  { name: "eve", token: CANARIES.eveKey, tenant: "default" },
];

const KINDS = {
  passthroughJson: { path: "/v1/chat/completions", engine: "up-openai", stream: false },
  passthroughStream: { path: "/v1/messages", engine: "up-claude", stream: true },
  mappedJson: { path: "/v1/messages", engine: "up-openai", stream: false },
  mappedStream: { path: "/v1/chat/completions", engine: "up-claude", stream: true },
  kept: { path: "/v1/responses", engine: "up-openai", stream: false },
  background: { path: "/v1/responses", engine: "up-openai", stream: false },
  notKept: { path: "/v1/responses", engine: "sim", stream: false },
  upstreamError: { path: "/v1/chat/completions", engine: "up-openai", stream: false },
  upstreamBusy: { path: "/v1/messages", engine: "up-claude", stream: false },
  simulated: { path: "/v1/messages", engine: "sim", stream: false },
} as const;

export type CallKind = keyof typeof KINDS;
export const CALL_KINDS = Object.keys(KINDS) as CallKind[];

/** One call as it is sent. */
export interface PlannedCall {
  /** Unique; it is part of the body, so that the upstream can tell calls apart. */
  readonly tag: string;
  readonly kind: CallKind;
  readonly key: CallerKey;
  readonly path: string;
  readonly engine: string;
  readonly body: string;
  /** SHA-256 in hexadecimal of the body that the receipt records. */
  readonly sha256: string;
}

/** The call number `index` of a seed; equal for equal numbers. */
export function planCall(seed: number, index: number): PlannedCall {
  const kind = CALL_KINDS[(index * 7 + seed) % CALL_KINDS.length] as CallKind;
  const key = CALLER_KEYS[(index + seed) % CALLER_KEYS.length] as CallerKey;
  const { path, engine, stream } = KINDS[kind];
  const tag = `tag-${seed}-${index}`;
  const value = bodyOf(kind, path, stream, `${tag} ${kind} ${promptOf(kind)}`);
  const body = JSON.stringify(value);
  // The gateway works on a background call itself, with this body in place of the caller's.
  const recorded = kind === "background" ? JSON.stringify(toForeground(value)) : body;
  return { tag, kind, key, path, engine, body, sha256: createHash("sha256").update(recorded).digest("hex") };
}

/** The tag of the call that a body belongs to. */
export function tagOf(body: string): string | undefined {
  return /tag-\d+-\d+/.exec(body)?.[0];
}

// A kept response holds its prompt by design, so a secret in it proves nothing.
function promptOf(kind: CallKind): string {
  return kind === "kept" || kind === "background" ? "no secret" : CANARIES.prompt;
}

function toForeground({ background: _, ...value }: Record<string, unknown>): object {
  return { ...value, store: false, stream: false };
}

function bodyOf(kind: CallKind, path: string, stream: boolean, text: string): Record<string, unknown> {
  if (path === "/v1/responses") {
    return {
      model: "m",
      input: text,
      store: kind !== "notKept",
      ...(kind === "background" ? { background: true } : {}),
    };
  }
  const messages = [{ role: "user", content: text }];
  return { model: "m", messages, stream, ...(path === "/v1/messages" ? { max_tokens: 64 } : {}) };
}
