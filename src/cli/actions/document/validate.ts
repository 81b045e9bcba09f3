import {
  type DocumentKind,
  parseDocument,
  readDocumentJson,
  recogniseDocument,
  unknownMembers,
} from "../../../contract/index.ts";
import type { CommandAction } from "../../command.ts";
import { inputName, readInput } from "../../terminal/input.ts";

/** Checks a document. Throws with all problems if it is invalid. */
export const validate: CommandAction = async (terminal, call) => {
  const path = call.arguments[0] as string;
  const source = inputName(path);
  const value = readDocumentJson(await readInput(terminal, path), source);
  const kind = (call.options["as"] as DocumentKind | undefined) ?? recogniseDocument(value, source);
  parseDocument(kind, value, source);
  const unknown = unknownMembers(kind, value);
  if (terminal.json) terminal.outJson({ valid: true, kind, unknown_members: unknown });
  else terminal.out(`valid ${kind}`);
  for (const { path: place, suggestion } of unknown) {
    const meant = suggestion === undefined ? "" : `; did you mean ${JSON.stringify(suggestion)}?`;
    terminal.say(
      `${terminal.colors.yellow("warning")} ${source}: ${place} is not a member of ${kind}${meant}`,
    );
  }
  return 0;
};
