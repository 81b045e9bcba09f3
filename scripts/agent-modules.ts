import { agentNames } from "../src/agents/names/index.ts";

/** The path of the derived file that imports every registered agent. */
export const AGENT_MODULES_PATH = "src/agents/modules.ts";

/** The file that maps each name to the agent of the folder with that name. */
export function renderAgentModules(): string {
  const imports = agentNames.map((name) => [`./${name}/agent.ts`, `{ ${name}Agent }`] as const);
  const types = [
    ["./agent.ts", "type { Agent }"],
    ["./names/index.ts", "type { AgentName }"],
  ] as const;
  // The linter sorts imports by path.
  const lines = [...imports, ...types]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([path, what]) => `import ${what} from "${path}";`);
  return `// Derived from the list in names/index.ts by \`npm run generate\`. Do not edit.
${lines.join("\n")}

/** Every registered agent by its name. */
export const agentModules: Readonly<Record<AgentName, Agent>> = {
${agentNames.map((name) => `  ${name}: ${name}Agent,`).join("\n")}
};
`;
}
