import { describe } from "vitest";
import { describeForms, showUndefined } from "../fixtures/forms.ts";
import { schemas } from "../fixtures/schemas.ts";
import { adaptSchema, isRecursive, type SchemaChange } from "./enforced-schema.ts";

const listAdapted = () =>
  Object.entries(schemas)
    .map(([name, given]) => {
      const changes: SchemaChange[] = [];
      const adapted = adaptSchema(given, (change) => changes.push(change));
      const shown = adapted === given ? "same" : JSON.stringify(adapted, showUndefined);
      const notes = changes.map(
        ({ path, keyword, loses }) => `  ${loses ? "loses" : "spells out"} ${keyword} at ${path}`,
      );
      return [
        `${name}: ${isRecursive(given) ? "recursive " : ""}${shown}`,
        ...notes.map((note) => note.trimEnd()),
      ].join("\n");
    })
    .join("\n");

describe("an output schema that is enforced", () => {
  describeForms(
    "is adapted from each form",
    listAdapted(),
    `
    minimum 1: {"description":"{minimum: 1}"}
      loses minimum at
    maximum 2: {"description":"{maximum: 2}"}
      loses maximum at
    exclusiveMinimum 1: {"description":"{exclusiveMinimum: 1}"}
      loses exclusiveMinimum at
    exclusiveMaximum 2: {"description":"{exclusiveMaximum: 2}"}
      loses exclusiveMaximum at
    multipleOf 2: {"description":"{multipleOf: 2}"}
      loses multipleOf at
    minLength 1: {"description":"{minLength: 1}"}
      loses minLength at
    maxLength 2: {"description":"{maxLength: 2}"}
      loses maxLength at
    pattern "x": {"description":"{pattern: \\"x\\"}"}
      loses pattern at
    minItems 0: same
    minItems 1: same
    minItems 2: {"description":"{minItems: 2}"}
      loses minItems at
    maxItems 2: {"description":"{maxItems: 2}"}
      loses maxItems at
    uniqueItems true: {"description":"{uniqueItems: true}"}
      loses uniqueItems at
    contains {}: {"description":"{contains: {}}"}
      loses contains at
    minContains 1: {"description":"{minContains: 1}"}
      loses minContains at
    maxContains 2: {"description":"{maxContains: 2}"}
      loses maxContains at
    minProperties 1: {"description":"{minProperties: 1}"}
      loses minProperties at
    maxProperties 2: {"description":"{maxProperties: 2}"}
      loses maxProperties at
    patternProperties {"a" {"type" "string"}}: {"description":"{patternProperties: {\\"a\\":{\\"type\\":\\"string\\"}}}"}
      loses patternProperties at
    propertyNames {"type" "string"}: {"description":"{propertyNames: {\\"type\\":\\"string\\"}}"}
      loses propertyNames at
    not {"type" "string"}: same
    const 1: same
    enum [1]: same
    default 1: same
    examples [1]: same
    title "t": same
    description "d": same
    $comment "c": same
    readOnly true: same
    deprecated true: same
    $schema "s": same
    $id "i": same
    $anchor "a": same
    nullable true: same
    dependentRequired {"a" ["b"]}: same
    dependentSchemas {"a" {"type" "string"}}: same
    if {"type" "string"}: same
    then {"type" "string"}: same
    else {"type" "string"}: same
    unevaluatedProperties false: same
    unevaluatedItems false: same
    contentSchema {"type" "string"}: same
    contentEncoding "base64": same
    contentMediaType "text/plain": same
    additionalItems {"type" "string"}: same
    prefixItems [{"type" "string"}]: same
    items [{"type" "string"},5]: same
    items {"type" "string"}: same
    anyOf [{"type" "string"}]: same
    oneOf [{"type" "string"}]: same
    allOf [{"type" "string"}]: same
    properties 5: same
    additionalProperties {"type" "string"}: same
    required ["a"]: same
    $defs {"a" {"type" "string"}}: same
    definitions {"a" {"type" "string"}}: same
    odd 1: same
    format date-time: same
    format time: same
    format date: same
    format duration: same
    format email: same
    format hostname: same
    format uri: same
    format ipv4: same
    format ipv6: same
    format uuid: same
    format enum: {"type":"string","description":"{format: \\"enum\\"}"}
      loses format at
    format int32: {"type":"string","description":"{format: \\"int32\\"}"}
      loses format at
    format int64: {"type":"string","description":"{format: \\"int64\\"}"}
      loses format at
    format float: {"type":"string","description":"{format: \\"float\\"}"}
      loses format at
    format double: {"type":"string","description":"{format: \\"double\\"}"}
      loses format at
    format byte: {"type":"string","description":"{format: \\"byte\\"}"}
      loses format at
    format regex: {"type":"string","description":"{format: \\"regex\\"}"}
      loses format at
    a format with a description: {"type":"string","description":"d\\n\\n{format: \\"odd\\"}"}
      loses format at
    a format that is no text: same
    no schema: same
    a nested list: {"type":"array","items":{"type":"object","properties":{"a":{"type":"array","items":{"type":"string"}}},"additionalProperties":false}}
      spells out additionalProperties at .items
    an open object: {"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}
      loses additionalProperties at
    a closed object: same
    one property that changes: {"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string","description":"{minLength: 1}"}},"additionalProperties":false}
      loses minLength at .properties.b
      spells out additionalProperties at
    one branch that changes: {"anyOf":[{"type":"string"},{"type":"string","description":"d\\n\\n{minLength: 1}"}]}
      loses minLength at .anyOf[1]
    a reference: {"type":"object","properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"type":"string"}},"additionalProperties":false}
      spells out additionalProperties at
    a reference beside words: same
    a definition that nothing refers to: same
    definitions of another form: same
    a reference to nothing: same
    a reference elsewhere: same
    a reference to a value: same
    a reference to the whole: recursive {"type":"object","properties":{"next":{"$ref":"#"},"a":{"type":"string"}},"additionalProperties":false}
      spells out additionalProperties at
    a definition of itself: recursive {"properties":{"a":{"$ref":"#/$defs/node"}},"$defs":{"node":{"type":"object","properties":{"next":{"$ref":"#/$defs/node"},"all":{"type":"array","items":{"$ref":"#/$defs/node"}}},"additionalProperties":false}}}
      spells out additionalProperties at .$defs.node
    definitions of each other: recursive same
    the same definition twice: same
    a joined schema: {"allOf":[{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"required":["a"],"title":"t","additionalProperties":false},{"properties":{"b":{"type":"number"},"c":{"type":"string"}},"required":["a","c"],"description":"d"}],"properties":{"a":{"type":"string","title":"own"}},"title":"whole"}
      spells out additionalProperties at .allOf[0]
    joined references: {"allOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/b","title":"t"}],"$defs":{"a":{"type":"object","additionalProperties":false},"b":{"$ref":"#/$defs/a"}}}
      spells out additionalProperties at .$defs.a
    a contradiction: same
    members of other types joined: {"required":"a","properties":5,"allOf":[{"required":["a"],"properties":{"a":{"type":"string"}}},{"allOf":[{"description":"{minLength: 1}"}]}]}
      loses minLength at .allOf[1].allOf[0]
    a joined schema of itself: recursive {"$defs":{"a":{"allOf":[{"$ref":"#/$defs/a"}],"type":"object","additionalProperties":false}},"properties":{"a":{"$ref":"#/$defs/a"}}}
      spells out additionalProperties at .$defs.a
    `,
  );
});
