import { MAX_EVIDENCE } from "../../ledger/evidence-store.ts";
import type { RareWrite } from "../batch/batch.ts";
import { textOf } from "../content-text.ts";
import type { WriteStatements } from "../database/statements.ts";
import { writeConversation } from "./conversation-writer.ts";

const EXPIRE = {
  responses: "expireResponses",
  custody: "expireCustody",
  engine_responses: "expireEngineResponses",
  engine_resources: "expireEngineResources",
  events: "expireEvents",
  conversations: "expireConversations",
  threads: "expireThreads",
  run_changes: "expireRunChanges",
  once_answers: "expireAnswers",
} as const;

/**
 * Makes one rare write, other than a checkpoint, events or one of the control plane, in the open transaction. `logOf` gives the id of a tenant's log. Calls `onErased`
 * if it deleted content.
 */
export function writeRare(
  sql: WriteStatements,
  write: Exclude<RareWrite, { kind: "checkpoint" | "events" | "control" }>,
  logOf: (tenant: string) => number,
  onErased: () => void,
): boolean {
  // Whether a statement deleted rows.
  const erases = ({ changes }: { readonly changes: number | bigint }): boolean => {
    if (changes !== 0) onErased();
    return changes !== 0;
  };
  switch (write.kind) {
    case "hold": {
      const log = logOf(write.tenant);
      erases(sql.dropExpiredHold.run(log, write.owner, write.id, write.cutoff));
      sql.hold.run(log, write.owner, write.id, write.heldAt, write.reasoning);
      return sql.repeatHold.run(log, write.owner, write.id, write.reasoning).changes === 0;
    }
    case "keep": {
      const { previousId, createdAt, runId, engine, isNative, isPending, input, body } = write.response;
      const facts = [previousId, createdAt, runId, engine, isNative, isPending] as const;
      const log = logOf(write.tenant);
      erases(sql.dropExpiredResponse.run(log, write.owner, write.id, write.cutoff));
      sql.keep.run(log, write.owner, write.id, ...facts, textOf(input), textOf(body));
      for (const item of write.response.items ?? [])
        sql.addResponseItem.run(log, write.owner, item, write.id);
      return true;
    }
    case "finish": {
      const other = write.readsUnowned ? "" : write.owner;
      const log = logOf(write.tenant);
      const found = sql.findPending.get(log, write.owner, other, write.id, write.cutoff);
      if (found === undefined) return false;
      for (const item of write.items ?? [])
        sql.addResponseItem.run(log, found["owner"] as string, item, write.id);
      if (write.turn !== undefined) {
        const { conversation: id, ...rest } = write.turn;
        const { tenant, owner, cutoff } = write;
        writeConversation(sql, { kind: "add_items", tenant, owner, id, cutoff, ...rest }, log, erases);
      }
      return (
        sql.finish.run(textOf(write.body), log, write.owner, other, write.id, write.cutoff).changes !== 0
      );
    }
    case "response_events": {
      const other = write.readsUnowned ? "" : write.owner;
      const log = logOf(write.tenant);
      const found = sql.findPending.get(log, write.owner, other, write.id, write.cutoff);
      if (found === undefined) return false;
      const owner = found["owner"] as string;
      const next = sql.nextResponseEvent.get(log, owner, write.id)?.["next"] ?? 0;
      if (next !== write.firstSeq) return false;
      const lines = write.lines.join("\n");
      sql.addResponseEvents.run(log, owner, write.id, write.firstSeq, write.lines.length, lines);
      return true;
    }
    case "remove": {
      const other = write.readsUnowned ? "" : write.owner;
      return erases(sql.remove.run(logOf(write.tenant), write.owner, other, write.id, write.cutoff));
    }
    case "record":
      sql.record.run(write.id, write.engine, logOf(write.tenant), write.owner, write.runId, write.createdAt);
      return true;
    case "own": {
      const { id, engine, owner, createdAt, address } = write;
      sql.own.run(id, engine, logOf(write.tenant), owner, createdAt, address);
      return true;
    }
    case "disown":
      return erases(sql.disown.run(write.id, write.engine, logOf(write.tenant), write.owner));
    case "learn": {
      const { engine, model, pattern, value, learnedAt } = write.evidence;
      const log = logOf(write.tenant);
      sql.learn.run(log, engine, model, pattern, value, learnedAt);
      sql.dropOldEvidence.run(log, log, MAX_EVIDENCE);
      return true;
    }
    case "wait":
      return true;
    case "expire": {
      const result = sql[EXPIRE[write.table]].run(write.cutoff, write.limit);
      erases(result);
      return result.changes === write.limit;
    }
    case "probe":
      sql.forget.run(Number(sql.begin.run("", "").lastInsertRowid));
      return true;
    case "forget":
      for (const row of write.journal) sql.forget.run(row);
      return true;
    default:
      return writeConversation(sql, write, logOf(write.tenant), erases);
  }
}
