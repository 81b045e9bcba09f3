import { has, members, objects, text } from "../raw-json.ts";
import { invalidSchema } from "../schema/validity.ts";
import { walkSchema } from "../schema/walk.ts";
import { firstIn, type Rules, type Violation } from "../violation.ts";

export const schemaRules: Rules = {
  "kimi.schema.function": ({ body }) =>
    firstIn(objects(body["tools"]), (tool) => {
      const given = members(tool["function"]);
      return has(given, "parameters")
        ? schemaFault(given["parameters"], `tools.function.parameters of ${text(given["name"])}`)
        : undefined;
    }),
};

/** Checks a schema of Moonshot's flavour: an object whose unions have their types in the branches. */
function schemaFault(schema: unknown, where: string): Violation | undefined {
  const refuse = (details: string): Violation => ({
    message: `Invalid request: ${where} is not a valid moonshot flavored json schema, details: <${details}>`,
  });
  if (members(schema)["type"] !== "object") return refuse("At path '': type must be object");
  const invalid = invalidSchema(schema);
  if (invalid !== undefined) return refuse(invalid);
  return firstIn(walkSchema(schema), ({ schema: one, path }) =>
    one["anyOf"] !== undefined && one["type"] !== undefined
      ? refuse(
          `At path '${path.join(".")}': when using anyOf, type should be defined in anyOf items instead of the parent schema`,
        )
      : undefined,
  );
}
