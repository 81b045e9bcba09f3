import { parse, TomlError } from "smol-toml";
import type { Environment } from "../paths.ts";
import { formatKeyPath, type KeyPath } from "../schema/key-path.ts";
import { interpolate } from "./interpolation.ts";
import type { LayerName, Leaf, Place } from "./layer.ts";
import type { Reading } from "./reading.ts";
import { readTable } from "./table-layer.ts";
import { locateKeys } from "./toml-positions.ts";

/** A configuration file that was read. */
export interface ConfigFile {
  readonly layer: LayerName;
  /** Its absolute path. */
  readonly file: string;
  /** Its path as it is shown to people. */
  readonly shown: string;
  readonly text: string;
}

/** Reads the text of a configuration file as a layer; undefined, and reported, when it is not TOML. */
export function readConfigText(
  { layer, file, shown, text }: ConfigFile,
  environment: Environment,
  reading: Reading,
): Leaf[] | undefined {
  const source = text.replace(/^\uFEFF/, "");
  let table: Record<string, unknown>;
  try {
    table = parse(source, { unsafeKeyBehaviour: "throw" });
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    // The rest of the parser's message repeats lines of the file, which may hold secrets.
    const reason = error.message.split("\n", 1)[0]!.replace(/^Invalid TOML document: /, "");
    reading.findings.issues.push({
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
    ...reading,
    layer,
    placeOf,
    interpolate: (value) => interpolate(value, environment),
  });
}
