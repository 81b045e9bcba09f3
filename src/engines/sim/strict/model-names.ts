type Vendor = "anthropic" | "openai" | "google" | "moonshot";

const NAMES: readonly { readonly vendor: Vendor; readonly pattern: RegExp }[] = [
  { vendor: "anthropic", pattern: /^claude-/ },
  { vendor: "openai", pattern: /^(gpt-\d|chatgpt-|codex-|o[134](-|$))/ },
  { vendor: "google", pattern: /^(models\/)?(gemini|gemma)-/ },
  { vendor: "moonshot", pattern: /^(kimi|moonshot)-/ },
];

/** Returns whether a model is clearly one of another vendor. Unknown names are not. */
export function foreignModel(model: string, vendor: Vendor): boolean {
  const found = NAMES.find(({ pattern }) => pattern.test(model));
  return found !== undefined && found.vendor !== vendor;
}
