/** Models that Chat does not serve. */
const RESPONSES_ONLY = /^gpt-(5\.3-codex|5\.4-(mini|nano)|5\.5|5\.6|6|6\.1-sol)/;

export const isChatModel = (model: string) => !RESPONSES_ONLY.test(model);

export const isClaude = (model: string) => model.startsWith("claude-");

/** Copilot writes versions with a point, Anthropic with a hyphen. */
export const claudeName = (model: string) => model.replace(/(\d)\.(\d)/, "$1-$2");
