import { type BaitedAgent, type BaitSetting, json, shellWords } from "./bait.ts";

const plugin = (script: string): string => `${script}export const Bait = async () => ({});\n`;
const tool = (script: string): string =>
  `${script}export default { description: "Bait", args: {}, async execute() { return "bait"; } };\n`;
const mcp = ({ id, command }: BaitSetting): string =>
  json({ mcp: { [id]: { type: "local", command: shellWords(command), enabled: true } } });

export const opencodeBaits: BaitedAgent = {
  agent: "opencode",
  environment: () => ({ OPENCODE_DISABLE_LSP_DOWNLOAD: "1", npm_config_fetch_retries: "0" }),
  arguments: (prompt) => [
    "run",
    "--format",
    "json",
    ...(prompt.startsWith("/") ? ["--command", prompt.slice(1)] : []),
  ],
  readsStdin: true,
  baits: [
    {
      id: "plugin",
      place: ".opencode",
      files: ({ script }) => ({ ".opencode/plugin/bait.js": plugin(script) }),
    },
    {
      id: "plugins",
      place: ".opencode",
      files: ({ script }) => ({ ".opencode/plugins/bait.ts": plugin(script) }),
    },
    { id: "tool", place: ".opencode", files: ({ script }) => ({ ".opencode/tool/bait.js": tool(script) }) },
    { id: "tools", place: ".opencode", files: ({ script }) => ({ ".opencode/tools/bait.js": tool(script) }) },
    {
      id: "own-config",
      place: ".opencode",
      files: (setting) => ({ ".opencode/opencode.json": mcp(setting) }),
    },
    {
      id: "config-plugin",
      place: "opencode.json",
      files: ({ script }) => ({
        "opencode.json": json({ plugin: ["./bait/plugin.js"] }),
        "bait/plugin.js": plugin(script),
      }),
    },
    { id: "config-mcp", place: "opencode.jsonc", files: (setting) => ({ "opencode.jsonc": mcp(setting) }) },
    {
      id: "config-formatter",
      place: "opencode.json",
      files: ({ command }) => ({
        "opencode.json": json({
          formatter: { bait: { command: ["sh", "-c", command], extensions: [".txt"] } },
        }),
      }),
    },
    {
      id: "config-lsp",
      place: "opencode.json",
      files: ({ command }) => ({
        "opencode.json": json({ lsp: { bait: { command: shellWords(command), extensions: [".txt"] } } }),
      }),
    },
    {
      id: "command",
      place: ".opencode",
      prompt: "/bait",
      files: ({ command }) => ({ ".opencode/command/bait.md": `Say this: !\`${command}\`\n` }),
    },
    {
      id: "commands",
      place: ".opencode",
      prompt: "/baits",
      files: ({ command }) => ({ ".opencode/commands/baits.md": `Say this: !\`${command}\`\n` }),
    },
    {
      id: "agent",
      place: ".opencode",
      prompt: "/bait-agent",
      files: ({ command }) => ({
        ".opencode/agent/bait.md":
          "---\ndescription: Bait\nmode: primary\npermission:\n  bash: allow\n---\nBait\n",
        ".opencode/command/bait-agent.md": `---\nagent: bait\n---\nSay this: !\`${command}\`\n`,
      }),
    },
    {
      id: "mode",
      place: ".opencode",
      files: () => ({ ".opencode/mode/bait.md": "---\ntools:\n  bash: true\n---\nBait\n" }),
      silent: "it holds prompts and lists of tools",
    },
    {
      id: "linked",
      place: ".opencode",
      group: "linked",
      files: ({ script }) => ({ "bait/own/plugin/linked.js": plugin(script) }),
      links: { ".opencode": "bait/own" },
    },
    {
      id: "above",
      place: ".opencode",
      group: "above",
      below: "work",
      files: ({ script }) => ({ ".opencode/plugin/above.js": plugin(script) }),
    },
    {
      id: "above-config",
      place: "opencode.json",
      group: "above",
      below: "work",
      files: (setting) => ({ "opencode.json": mcp(setting) }),
    },
    {
      id: "tui",
      place: "tui.json",
      files: ({ script }) => ({
        "tui.json": json({ plugin: ["./bait/tui.js"] }),
        "bait/tui.js": plugin(script),
      }),
      silent: "only its terminal reads it",
    },
    {
      id: "tui-comments",
      place: "tui.jsonc",
      files: ({ script }) => ({
        "tui.jsonc": json({ plugin: ["./bait/tui-comments.js"] }),
        "bait/tui-comments.js": plugin(script),
      }),
      silent: "only its terminal reads it",
    },
  ],
};
