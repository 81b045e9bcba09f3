/**
 * The names that Gemini CLI uses by itself for tools, sub-agents, summaries and checks. A sub-agent's model is matched by its own
 * name only, so all names are listed.
 */
const OWN_MODELS: readonly string[] = [
  "auto",
  "pro",
  "flash",
  "flash-lite",
  "gemini-3.8-flash",
  "gemini-3.5-flash",
  "gemini-3.5-flash-lite",
  "gemini-3.1-pro-preview",
  "gemini-3.1-pro-preview-customtools",
  "gemini-3.1-flash-lite",
  "gemini-3.1-flash-lite-preview",
  "gemini-3-pro-preview",
  "gemini-3-flash-preview",
  "gemini-2.5-pro",
  "gemini-2.5-flash",
  "gemini-2.5-flash-lite",
];

/** The lines of its models. The first that a name contains is the name's own. */
const LINES = ["flash-lite", "flash", "pro"];

const lineOf = (name: string) => LINES.find((line) => name.includes(line));

/** The names that Gemini CLI puts in place of one of its own: newer ones of the same line; for `auto`, of every line. */
export function replacingModels(model: string): readonly string[] {
  if (!OWN_MODELS.includes(model)) return [];
  const line = lineOf(model);
  return OWN_MODELS.filter(
    (name) => name.startsWith("gemini-") && name !== model && (line === undefined || lineOf(name) === line),
  );
}

/** The part of its settings that makes one model the only one it asks for, under exactly this name. */
export function modelSettings(model: string | undefined): object {
  if (model === undefined) return {};
  const modelConfig = { model };
  return {
    modelConfigs: {
      customOverrides: [
        { match: { overrideScope: "core" }, modelConfig },
        ...OWN_MODELS.map((name) => ({ match: { model: name }, modelConfig })),
      ],
    },
  };
}
