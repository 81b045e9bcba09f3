import { z } from "zod";
import { AbpError, listIssues } from "../../contract/index.ts";

/** The part of a request that a schema describes. */
export type RequestPart = "path" | "query" | "body";

const NO_FIELDS = z.strictObject({});

/** Checks a part of a request. Throws `validation_failed` with every place that is wrong, each with its reason. */
export function checkPart<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  part: RequestPart,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = listIssues(result.error.issues.flatMap(namedIssues), value).map(({ path, message }) => ({
    where: placeOf(path, part),
    message,
  }));
  const { where, message } = issues[0]!;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
  throw new AbpError("validation_failed", `${where} ${message}${more}`, { where, details: { issues } });
}

/** Checks the parameters of a path or of a query. One that the route does not know is refused. */
export function checkFields(
  schema: z.ZodObject | undefined,
  value: Readonly<Record<string, string>>,
  part: RequestPart,
): unknown {
  return checkPart(schema === undefined ? NO_FIELDS : schema.strict(), value, part);
}

// One issue for each unknown member, at its own place.
function namedIssues(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== "unrecognized_keys") return [issue];
  return issue.keys.map((key) => ({
    code: "custom",
    path: [...issue.path, key],
    message: "is not a member that is known here",
    input: undefined,
  }));
}

// `$.limit` of the query is `query.limit`; a place of the body stays a JSON path.
function placeOf(path: string, part: RequestPart): string {
  return part === "body" ? path : `${part}${path.slice(1)}`;
}
