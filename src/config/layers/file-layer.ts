import { parse, TomlError } from "smol-toml";
import { formatKeyPath } from "../../contract/index.ts";
import type { Environment } from "../paths.ts";
import type { KeyPath } from "../schema/key-path.ts";
import { interpolate } from "./interpolation.ts";
import type { LayerName, Leaf, Place } from "./layer.ts";
import type { ReadContext } from "./read-context.ts";
import { readTable } from "./table-layer.ts";
import { locateKeys } from "./toml-positions.ts";

/** A configuration file and its text. */
export interface ConfigFile {
  readonly layer: LayerName;
  /** The absolute path. */
  readonly file: string;
  /** The path in messages: relative to the current directory if the file is inside it. */
  readonly shown: string;
  readonly text: string;
}

/** Reads the text of a configuration file as a layer. Text that is not TOML is reported, and gives undefined. */
export function readConfigText(
  { layer, file, shown, text }: ConfigFile,
  environment: Environment,
  context: ReadContext,
): Leaf[] | undefined {
  const source = text.replace(/^\uFEFF/, "");
  let table: Record<string, unknown>;
  try {
    table = parse(source, { unsafeKeyBehaviour: "throw" });
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // The other lines of the parser's message quote the file, which may contain secrets.
    const reason = error.message.split("\n")[0]!.replace(/^Invalid TOML document: /, "");
    context.findings.issues.push({
      message: `${shown} is not valid TOML: ${reason}`,
      where: `${shown}:${error.line}:${error.column}`,
    });
    return undefined;
  }
  const positions = locateKeys(source);
  const placeOf = (path: KeyPath): Place => {
    const position = positions.get(formatKeyPath(path));
    if (position === undefined) return { where: shown, file };
    return { where: `${shown}:${position.line}:${position.column}`, file, ...position };
  };
  return readTable(table, {
    ...context,
    layer,
    placeOf,
    interpolate: (value) => interpolate(value, environment),
  });
}
