/** How a caller of each dialect sends large content, inline and in the form of its vendor. */
export interface CallerForm {
  readonly path: string;
  /** The content by kind; each takes the number of bytes. */
  readonly contents: Readonly<Record<string, (bytes: number) => object>>;
}

const PNG = "image/png";
const PDF = "application/pdf";
/** So many messages stay below `gateway.max_body_values`. */
const MESSAGES = 4500;

const base64 = (bytes: number): string => "iVBORw0K".repeat(Math.floor(bytes / 8));
const dataUrl = (type: string, bytes: number): string => `data:${type};base64,${base64(bytes)}`;
const text = (bytes: number): string => "lorem ip".repeat(Math.floor(bytes / 8));
const wide = (bytes: number): string => "漢字".repeat(Math.floor(bytes / 6));
const escaped = (bytes: number): string => "one line of a long text\n".repeat(Math.floor(bytes / 25));
const many = (bytes: number, make: (text: string) => object): object[] =>
  Array.from({ length: MESSAGES }, () => make(text(Math.floor(bytes / MESSAGES) - 60)));

const chat = (messages: readonly object[]): object => ({ model: "m", messages });
const chatUser = (content: unknown): object => ({ role: "user", content });
const chatContents: CallerForm["contents"] = {
  image: (bytes) => chat([chatUser([{ type: "image_url", image_url: { url: dataUrl(PNG, bytes) } }])]),
  text: (bytes) => chat([chatUser(text(bytes))]),
  wide: (bytes) => chat([chatUser(wide(bytes))]),
  escapes: (bytes) => chat([chatUser(escaped(bytes))]),
  messages: (bytes) => chat(many(bytes, chatUser)),
};

const claude = (messages: readonly object[]): object => ({ model: "m", max_tokens: 9, messages });
const claudeSource = (type: string, media_type: string, bytes: number): object =>
  claude([chatUser([{ type, source: { type: "base64", media_type, data: base64(bytes) } }])]);

const codex = (input: readonly object[]): object => ({ model: "m", input });
const codexUser = (content: unknown): object => ({ type: "message", role: "user", content });

const gemini = (contents: readonly object[]): object => ({ contents });
const geminiUser = (part: object): object => ({ role: "user", parts: [part] });
const geminiData = (mimeType: string, bytes: number): object =>
  gemini([geminiUser({ inlineData: { mimeType, data: base64(bytes) } })]);

/** The callers by dialect. */
export const callerForms: Readonly<Record<string, CallerForm>> = {
  claude: {
    path: "/claude/v1/messages",
    contents: {
      image: (bytes) => claudeSource("image", PNG, bytes),
      document: (bytes) => claudeSource("document", PDF, bytes),
      text: (bytes) => claude([chatUser(text(bytes))]),
      messages: (bytes) => claude(many(bytes, chatUser)),
    },
  },
  openai: {
    path: "/openai/v1/chat/completions",
    contents: {
      ...chatContents,
      document: (bytes) =>
        chat([chatUser([{ type: "file", file: { filename: "a.pdf", file_data: dataUrl(PDF, bytes) } }])]),
    },
  },
  codex: {
    path: "/codex/v1/responses",
    contents: {
      image: (bytes) => codex([codexUser([{ type: "input_image", image_url: dataUrl(PNG, bytes) }])]),
      document: (bytes) =>
        codex([codexUser([{ type: "input_file", filename: "a.pdf", file_data: dataUrl(PDF, bytes) }])]),
      text: (bytes) => codex([codexUser(text(bytes))]),
      messages: (bytes) => codex(many(bytes, codexUser)),
    },
  },
  gemini: {
    path: "/gemini/v1beta/models/m:generateContent",
    contents: {
      image: (bytes) => geminiData(PNG, bytes),
      document: (bytes) => geminiData(PDF, bytes),
      text: (bytes) => gemini([geminiUser({ text: text(bytes) })]),
      messages: (bytes) => gemini(many(bytes, (one) => geminiUser({ text: one }))),
    },
  },
  kimi: { path: "/kimi/v1/chat/completions", contents: chatContents },
  copilot: { path: "/copilot/chat/completions", contents: chatContents },
};
