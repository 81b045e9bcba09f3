import { callerForms } from "./caller-forms.ts";
import { hostileBodies, LARGE_BYTES } from "./hostile-bodies.ts";

/** A body that is sent, and where. It is made only when it is sent, because all together would not fit into memory. */
export interface StallCase {
  readonly name: string;
  readonly path: string;
  readonly engine: string;
  /** Whether it may be sent several times at once. */
  readonly isCounted: boolean;
  body(): Buffer;
}

/** The dialects of the engines. Each engine is named after its dialect. */
export const engineDialects = ["openai", "claude", "codex", "gemini", "kimi", "copilot"] as const;
/** The engines that answer with a picture: how, and in which dialects. */
export const pictureEngines = ["picture", "stream"].flatMap((kind) =>
  ["gemini", "codex"].map((dialect) => ({ name: `${dialect}-${kind}`, dialect, kind })),
);

/** What JSON adds around the content. */
const FRAME_BYTES = 4096;
const encode = (value: object): Buffer => Buffer.from(JSON.stringify(value));

function hostileCases(): StallCase[] {
  return Object.entries(hostileBodies).flatMap(([name, write]) =>
    ["claude", "openai"].map((engine) => ({
      name: `${name}: openai → ${engine}`,
      path: "/openai/v1/chat/completions",
      engine,
      isCounted: true,
      body: () => write(LARGE_BYTES),
    })),
  );
}

function callerCases(): StallCase[] {
  return Object.entries(callerForms).flatMap(([caller, { path, contents }]) => {
    const at = (engineDialects as readonly string[]).indexOf(caller);
    const engines = [0, 1, 2, 3].map((step) => engineDialects[(at + step) % engineDialects.length]!);
    return Object.entries(contents).flatMap(([kind, make]) =>
      engines.map((engine) => ({
        name: `${kind}: ${caller} → ${engine}`,
        path,
        engine,
        isCounted: false,
        body: () => encode(make(LARGE_BYTES - FRAME_BYTES)),
      })),
    );
  });
}

const TINY_BYTES = 64;

function answerCases(): StallCase[] {
  return ["claude", "openai", "codex", "gemini"].flatMap((caller) =>
    pictureEngines
      .filter(({ dialect }) => dialect !== caller)
      .map(({ name, kind }) => {
        const isStream = kind === "stream";
        const { path, contents } = callerForms[caller]!;
        const ofStream = path.replace(/:generateContent$/, ":streamGenerateContent?alt=sse");
        const body = {
          ...contents["text"]!(TINY_BYTES),
          ...(isStream && caller !== "gemini" ? { stream: true } : {}),
        };
        return {
          name: `answered ${kind}: ${caller} → ${name}`,
          path: isStream ? ofStream : path,
          engine: name,
          isCounted: false,
          body: () => encode(body),
        };
      }),
  );
}

function endpointCases(): StallCase[] {
  const { claude, codex } = callerForms;
  const claudeImage = () => encode(claude!.contents["image"]!(LARGE_BYTES - FRAME_BYTES));
  const { input } = codex!.contents["text"]!(TINY_BYTES) as { input: unknown };
  return [
    ["count_tokens: claude → claude", "/claude/v1/messages/count_tokens", "claude", claudeImage],
    ["count_tokens: claude → gemini", "/claude/v1/messages/count_tokens", "gemini", claudeImage],
    ["count_tokens: claude → openai", "/claude/v1/messages/count_tokens", "openai", claudeImage],
    [
      "conversations: codex",
      "/codex/v1/conversations",
      "openai",
      () =>
        encode({
          items: (codex!.contents["image"]!(LARGE_BYTES - FRAME_BYTES) as { input: unknown }).input,
          metadata: {},
          input: undefined,
        }),
    ],
    [
      "embeddings: openai → gemini",
      "/openai/v1/embeddings",
      "gemini",
      () => encode({ model: "m", input: "lorem ip".repeat((LARGE_BYTES - FRAME_BYTES) / 8) }),
    ],
    [
      "instructions: codex → claude",
      "/codex/v1/responses",
      "claude",
      () => encode({ model: "m", input, instructions: "lorem ip".repeat((LARGE_BYTES - FRAME_BYTES) / 8) }),
    ],
  ].map(([name, path, engine, body]) => ({ name, path, engine, body, isCounted: false }) as StallCase);
}

/** Everything that is tried. */
export function listCases(): readonly StallCase[] {
  return [...hostileCases(), ...callerCases(), ...answerCases(), ...endpointCases()];
}
