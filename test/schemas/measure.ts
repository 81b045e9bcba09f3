import { type DialectSchemas, openSchemas } from "./dialect-schemas.ts";
import { wrongEchoes } from "./echoes.ts";
import { type Exception, exceptions } from "./exceptions.ts";
import type { Said } from "./said/said.ts";

/** What is wrong with something that was said. */
export interface Violation {
  readonly said: Said;
  readonly fault: string;
}

/** How much was checked of one dialect on one engine, and what is wrong. */
export interface Measured {
  readonly caller: string;
  readonly engine: string;
  checked: number;
  readonly violations: Violation[];
}

const opened = new Map<string, DialectSchemas>();

/** The schemas of a dialect, opened once. */
export function schemasOf(dialect: string): DialectSchemas {
  const known = opened.get(dialect);
  if (known !== undefined) return known;
  const schemas = openSchemas[dialect]!();
  opened.set(dialect, schemas);
  return schemas;
}

/** Checks all that was said, and counts it per dialect and engine. Notes the exceptions that were used. */
export async function measure(
  all: AsyncIterable<Said> | Iterable<Said>,
  used: Set<Exception> = new Set(),
): Promise<Measured[]> {
  const measured = new Map<string, Measured>();
  for await (const said of all) {
    const { caller, engine } = said;
    const key = `${caller} ${engine}`;
    const entry = measured.get(key) ?? { caller, engine, checked: 0, violations: [] };
    measured.set(key, entry);
    entry.checked++;
    for (const fault of faultsOf(said)) {
      const allowed = exceptionFor(caller, fault);
      if (allowed === undefined) entry.violations.push({ said, fault });
      else used.add(allowed);
    }
  }
  return [...measured.values()];
}

function faultsOf({ caller, kind, value, request }: Said): string[] {
  const check = schemasOf(caller)[kind];
  if (check === undefined) throw new Error(`${caller} has no ${kind}`);
  const faults = check(value);
  return request === undefined ? faults : [...faults, ...wrongEchoes(caller, value, request)];
}

function exceptionFor(dialect: string, fault: string): Exception | undefined {
  const plain = fault.replace(/\[\d+\]/g, "[]");
  return exceptions.find((one) => one.dialect === dialect && one.fault.test(plain));
}

/** The violations, one line for each. */
export function violationsOf(measured: readonly Measured[]): string[] {
  return measured.flatMap(({ violations }) =>
    violations.map(
      ({ said, fault }) => `${said.engine} → ${said.caller} ${said.kind} of ${said.name}: ${fault}`,
    ),
  );
}
