import type { z } from "zod";
import type { keyRoutes } from "../../../api/keys.ts";
import { ExitCode } from "../../../contract/index.ts";
import type { Call, CommandAction } from "../../command.ts";
import { withControl } from "../../control/local-control.ts";
import { renderTable, tableColumns } from "../../display/table.ts";
import { readCount } from "../../flags/number-flags.ts";
import { loadSettings } from "../../settings.ts";
import type { Terminal } from "../../terminal/terminal.ts";

type AnswerOf<Name extends string> = z.output<
  Extract<(typeof keyRoutes)[number], { readonly name: Name }>["answer"]
>;
type ShownKey = AnswerOf<"set_key">;

export const create: CommandAction = async (terminal, call) => {
  const tenant = call.options["tenant"] as string | undefined;
  const body = {
    name: nameOf(call),
    ...(tenant === undefined ? {} : { tenant }),
    ...settingsOf(call),
  };
  const made = await ask<AnswerOf<"create_key">>(terminal, "POST /keys", body);
  if (terminal.json) terminal.outJson(made);
  else {
    terminal.out(made.token ?? "");
    terminal.say(`made ${made.key.name} (${made.key.roles.join(", ")}); its token is not shown again`);
  }
  return ExitCode.ok;
};

export const list: CommandAction = async (terminal) => {
  const keys: ShownKey[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const query: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const page: AnswerOf<"list_keys"> = await ask(terminal, `GET /keys?limit=500${query}`);
    keys.push(...page.items);
    cursor = page.next_cursor;
  }
  if (terminal.json) terminal.outJson(keys);
  else if (keys.length === 0) terminal.out("there is no key yet; `abp key new NAME` makes one");
  else {
    const rows = keys.map((key) => [key.name, key.tenant ?? "-", key.roles.join(", "), stateOf(key)]);
    terminal.out(...renderTable(["key", "tenant", "roles", "state"], rows, tableColumns(terminal)));
  }
  return ExitCode.ok;
};

export const set: CommandAction = async (terminal, call) =>
  present(terminal, "changed", await ask(terminal, `PATCH ${pathOf(call)}`, settingsOf(call)));

export const revoke: CommandAction = async (terminal, call) =>
  present(terminal, "revoked", await ask(terminal, `DELETE ${pathOf(call)}`));

async function ask<Answer>(terminal: Terminal, route: string, body?: object): Promise<Answer> {
  const { config } = await loadSettings(terminal);
  return withControl(terminal, config, (control) => control.ask<Answer>(route, body));
}

function nameOf(call: Call): string {
  return call.arguments[0] as string;
}

function pathOf(call: Call): string {
  return `/keys/${encodeURIComponent(nameOf(call))}`;
}

const MEMBERS = {
  roles: "role",
  engines: "engine",
  endpoints: "endpoints",
  mode: "mode",
  allow_loss: "allowLoss",
} as const;

function settingsOf({ options }: Call): Record<string, unknown> {
  const named = Object.entries(MEMBERS).map(([member, option]) => [member, options[option]] as const);
  const count = options["maxConcurrent"] as string | undefined;
  return {
    ...Object.fromEntries(named.filter(([, value]) => value !== undefined)),
    ...(count === undefined ? {} : { max_concurrent: readCount(count, "--max-concurrent") }),
  };
}

function stateOf({ source, revoked_at }: ShownKey): string {
  if (source === "configuration") return "of the configuration";
  return revoked_at === null ? "made at run time" : `revoked ${revoked_at}`;
}

function present(terminal: Terminal, verb: string, key: ShownKey): number {
  if (terminal.json) terminal.outJson(key);
  else terminal.out(`${verb} ${key.name} (${key.roles.join(", ")})`);
  return ExitCode.ok;
}
