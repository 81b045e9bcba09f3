import { expect, it } from "vitest";
import { agents } from "./registry.ts";

it.each(agents)(
  "$name stays readable only at places that its host switches off",
  ({ repositorySettings }) => {
    for (const { path, switchedOffBy, failsIfHidden } of repositorySettings.leftOut)
      expect([path, failsIfHidden === true && switchedOffBy === undefined]).toEqual([path, false]);
  },
);

it("the places of a repository that each agent leaves out, or switches off", () => {
  const rows = agents.flatMap(({ name, repositorySettings: { leftOut, switchedOff, note } }) => [
    ...leftOut.map(({ path, documents = [], switchedOffBy, failsIfHidden = false }) => {
      const marks = [
        ...(switchedOffBy === undefined ? [] : ["off"]),
        ...(failsIfHidden ? ["fails if hidden"] : []),
      ];
      return [
        name,
        path,
        ...(documents.length === 0 ? [] : [`without ${documents.join(" ")}`]),
        ...marks,
      ].join(", ");
    }),
    ...switchedOff.map(({ path }) => `${name}, stays: ${path}`),
    ...(note === undefined ? [] : [`${name}: ${note}`]),
  ]);
  expect(rows).toMatchInlineSnapshot(`
    [
      "claude, .claude, without skills rules CLAUDE.md AGENTS.md, off",
      "claude, .git/config",
      "claude, .mcp.json, off",
      "claude, .claude-plugin, off",
      "claude, stays: .claude/skills",
      "codex, .codex, without skills AGENTS.md, off, fails if hidden",
      "codex, .codex-plugin, off",
      "codex, .claude-plugin, off",
      "codex, .cursor-plugin, off",
      "codex, .agents/plugins, off",
      "gemini, .gemini, without skills GEMINI.md AGENTS.md, off, fails if hidden",
      "gemini, stays: .env",
      "opencode, .opencode, without skill skills AGENTS.md",
      "opencode, opencode.json",
      "opencode, opencode.jsonc",
      "opencode, tui.json",
      "opencode, tui.jsonc",
      "copilot, .github/hooks",
      "copilot, .github/copilot, off",
      "copilot, .github/mcp.json",
      "copilot, .github/lsp.json",
      "copilot, .github/extensions",
      "copilot, .github/agents",
      "copilot, .github/allowed_models.txt, off, fails if hidden",
      "copilot, .github/plugin",
      "copilot, .github/plugin.json",
      "copilot, .claude, without skills rules CLAUDE.md AGENTS.md, off",
      "copilot, .claude-plugin",
      "copilot, .plugin",
      "copilot, .copilot",
      "copilot, .mcp.json, off",
      "copilot, .vscode/mcp.json",
      "kimi, .kimi-code, without skills AGENTS.md, off",
      "kimi, .kimi, without skills AGENTS.md",
      "kimi, .kimi-plugin",
      "kimi, .mcp.json, off",
      "kimi, .agents/agents",
      "engine: It executes nothing of a repository by itself, and takes no settings from one.",
      "acp: The configuration names the program, so that its places are not known. Nothing is left out; use \`--exclude\` for them.",
      "jsonl: The configuration names the program, so that its places are not known. Nothing is left out; use \`--exclude\` for them.",
    ]
  `);
});
