/**
 * Runs the chosen clients on the chosen engines, and prints each cell as a line of JSON. `main.ts` starts it, where possible in a
 * network namespace that has nothing but the loopback interface. Its argument is a `MatrixPlan` as JSON.
 */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Cell } from "./cell.ts";
import { runClient } from "./client-process.ts";
import { findWrongReceipt, modelOf, openEngine } from "./engines.ts";
import { interpreterOf } from "./installation.ts";
import { readManifest } from "./manifest.ts";
import type { MatrixPlan } from "./matrix-plan.ts";
import { VendorServer } from "./vendor-server.ts";

const plan = JSON.parse(process.argv[2]!) as MatrixPlan;
const manifest = readManifest();

const vendor = await VendorServer.start();
const waiting = [...plan.engines];
await Promise.all(Array.from({ length: availableParallelism() }, runWaiting));
vendor.close();

async function runWaiting(): Promise<void> {
  for (let engine = waiting.shift(); engine !== undefined; engine = waiting.shift()) await runEngine(engine);
}

async function runEngine(engine: string): Promise<void> {
  const gateway = await openEngine(engine, vendor.url);
  let seen = 0;
  try {
    for (const client of manifest.clients.filter(({ name }) => plan.clients.includes(name))) {
      if (client.engines !== undefined && !client.engines.includes(engine)) continue;
      const place = manifest.places[client.place]!;
      const cell = await runClient({
        client,
        engine,
        interpreter: interpreterOf(plan.folder, client.place, place),
        program: join(plan.folder, client.place, client.program),
        baseUrl: gateway.baseUrl,
        token: gateway.token,
        model: modelOf(client.api),
      });
      const receipts = (await gateway.receipts()).slice(seen);
      seen += receipts.length;
      print(withReceipts(cell, findWrongReceipt(receipts, engine)));
    }
  } finally {
    await gateway.close();
  }
}

function withReceipts(cell: Cell, reason: string | undefined): Cell {
  return reason === undefined || cell.reason !== undefined ? cell : { ...cell, result: "failed", reason };
}

function print(cell: Cell): void {
  process.stdout.write(`${JSON.stringify(cell)}\n`);
}
