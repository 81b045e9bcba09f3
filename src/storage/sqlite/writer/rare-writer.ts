import type { RareWrite } from "./batch.ts";
import type { WriteStatements } from "./statements.ts";

/** Makes one rare write, other than a checkpoint, in the open transaction; `logOf` gives the id of a tenant's log. */
export function writeRare(
  sql: WriteStatements,
  write: Exclude<RareWrite, { kind: "checkpoint" }>,
  logOf: (tenant: string) => number,
): boolean {
  switch (write.kind) {
    case "hold":
      sql.hold.run(logOf(write.tenant), write.id, write.heldAt, write.reasoning);
      return true;
    case "keep": {
      const { id, previousId, createdAt, runId, engine, isNative, isPending, input, body } = write.response;
      const facts = [previousId, createdAt, runId, engine, isNative, isPending] as const;
      sql.keep.run(logOf(write.tenant), id, ...facts, input, body);
      return true;
    }
    case "finish":
      return sql.finish.run(write.body, logOf(write.tenant), write.id, write.cutoff).changes !== 0;
    case "remove":
      return sql.remove.run(logOf(write.tenant), write.id, write.cutoff).changes !== 0;
    case "expire": {
      const statement = write.table === "responses" ? sql.expireResponses : sql.expireCustody;
      return statement.run(write.cutoff, write.limit).changes === write.limit;
    }
    case "forget":
      for (const row of write.journal) sql.forget.run(row);
      return true;
  }
}
