import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { renderCliReference } from "../../scripts/cli-reference.ts";
import { commands, groups } from "./commands.ts";

it("docs/commands.md describes every command, argument, option and default: run `npm run generate`", () => {
  const stored = new URL("../../docs/commands.md", import.meta.url);
  expect(renderCliReference()).toBe(readFileSync(stored, "utf8"));
});

it("every group has commands, and every command with several words belongs to a group", () => {
  const parents = commands
    .filter(({ path }) => path.length > 1)
    .map(({ path }) => path.slice(0, -1).join(" "));
  expect(new Set(parents)).toEqual(new Set(groups.map(({ name }) => name)));
});

it("there are these commands, and hidden are the one that programs call and the one that moved", () => {
  expect(commands.map(({ path }) => path.join(" "))).toMatchInlineSnapshot(`
    [
      "up",
      "engines",
      "call",
      "env",
      "exec",
      "run",
      "backends",
      "runs",
      "logs",
      "cancel",
      "approve",
      "apply",
      "compare",
      "agents list",
      "agents install",
      "acp",
      "sidecar check",
      "translate",
      "explain",
      "detect",
      "register",
      "negotiate",
      "validate",
      "schema",
      "inspect",
      "receipt verify",
      "receipt diff",
      "receipt prove",
      "receipt log",
      "receipt keys list",
      "receipt keys create",
      "receipt keys rotate",
      "receipt keys revoke",
      "receipt keys export",
      "keys",
      "key new",
      "key list",
      "key set",
      "key revoke",
      "config check",
      "config show",
      "config diff",
      "config trust",
      "config untrust",
      "completion",
      "complete",
      "help",
      "version",
    ]
  `);
  expect(commands.filter(({ hidden }) => hidden === true).map(({ path }) => path)).toEqual([
    ["keys"],
    ["complete"],
  ]);
});

it("some arguments may be left out, and some may be several", () => {
  const rows = commands.flatMap(({ path, arguments: own = [] }) =>
    own.map(({ name, optional = false, variadic = false }) => {
      const words = `${name}${variadic ? "..." : ""}`;
      return `${path.join(" ")} ${optional ? `[${words}]` : `<${words}>`}`;
    }),
  );
  expect(rows).toMatchInlineSnapshot(`
    [
      "call <prompt>",
      "env <program>",
      "exec <command...>",
      "backends [backend...]",
      "logs <run>",
      "cancel <run>",
      "approve [id]",
      "apply <run>",
      "agents install <agent...>",
      "sidecar check <command...>",
      "translate [file]",
      "explain <file>",
      "detect <file>",
      "register [from]",
      "register [to]",
      "validate <file>",
      "schema [document]",
      "inspect <file>",
      "receipt verify <file>",
      "receipt diff <left>",
      "receipt diff <right>",
      "receipt prove <run>",
      "receipt keys revoke <id>",
      "keys [words...]",
      "key new <name>",
      "key set <name>",
      "key revoke <name>",
      "config check [file]",
      "config diff <left>",
      "config diff <right>",
      "config trust [path]",
      "config untrust [path]",
      "completion <shell>",
      "complete [words...]",
      "help [command...]",
    ]
  `);
});

it("some options may be repeated", () => {
  const rows = commands.flatMap(({ path, options = [] }) =>
    options.flatMap(({ flags, repeat }) => (repeat === true ? [`${path.join(" ")} ${flags}`] : [])),
  );
  expect(rows).toMatchInlineSnapshot(`
    [
      "run --image <file>",
      "run --include <glob>",
      "run --exclude <glob>",
      "run --require <capability[:min]>",
      "run --param <key=value>",
      "run --env <KEY=VALUE>",
      "compare -m, --model <model>",
      "compare --image <file>",
      "compare --include <glob>",
      "compare --exclude <glob>",
      "compare --env <KEY=VALUE>",
      "sidecar check --env <KEY=VALUE>",
      "translate --allow-loss <name>",
      "translate --emulate <emulator>",
      "explain --allow-loss <name>",
      "explain --emulate <emulator>",
      "negotiate -r, --require <capability[:min]>",
      "negotiate -p, --prefer <capability[:min]>",
      "negotiate --on-use <capability[:min]>",
      "negotiate --param <key=value>",
      "key new --role <role>",
      "key new --engine <glob>",
      "key new --endpoints <group>",
      "key new --allow-loss <name>",
      "key set --role <role>",
      "key set --engine <glob>",
      "key set --endpoints <group>",
      "key set --allow-loss <name>",
    ]
  `);
});
