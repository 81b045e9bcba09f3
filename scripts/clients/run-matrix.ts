import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Cell } from "./cell.ts";
import type { MatrixPlan } from "./matrix-plan.ts";

/** Every path, but no network except loopback. */
const CONFINED = ["bwrap", "--dev-bind", "/", "/", "--unshare-net", "--die-with-parent"];

/** Whether clients can run where no packet can leave the machine. */
export function canConfine(): boolean {
  const [command, ...args] = [...CONFINED, "true"];
  return spawnSync(command!, args).status === 0;
}

/** Runs the plan in a process of its own. `onCell` is called when a cell has ended. Throws if the process fails. */
export async function runMatrix(
  plan: MatrixPlan,
  isConfined: boolean,
  onCell: (cell: Cell) => void,
): Promise<Cell[]> {
  const program = [process.execPath, join(import.meta.dirname, "matrix-program.ts"), JSON.stringify(plan)];
  const [command, ...args] = isConfined ? [...CONFINED, ...program] : program;
  const child = spawn(command!, args, { stdio: ["ignore", "pipe", "inherit"] });
  const cells: Cell[] = [];
  const closed = once(child, "close");
  for await (const line of createInterface({ input: child.stdout })) {
    const cell = JSON.parse(line) as Cell;
    cells.push(cell);
    onCell(cell);
  }
  const [code] = (await closed) as [number | null];
  if (code !== 0) throw new Error(`the program that runs the clients ended with ${code}`);
  return cells;
}
