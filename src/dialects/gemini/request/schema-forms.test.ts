import { describe } from "vitest";
import { describeForms, showUndefined } from "../../fixtures/forms.ts";
import { schemas } from "../../fixtures/schemas.ts";
import { rewriteSchema } from "./schema.ts";

const listRewritten = () =>
  Object.entries(schemas)
    .map(([name, given]) => {
      const { schema, changes } = rewriteSchema(given);
      const notes = changes.map(
        ({ keyword, at, disposition, reason }) => `  ${disposition} ${keyword} ${at}: ${reason}`,
      );
      return [`${name}: ${JSON.stringify(schema, showUndefined)}`, ...notes].join("\n");
    })
    .join("\n");

describe("a JSON Schema for Gemini", () => {
  describeForms(
    "is rewritten from each form",
    listRewritten(),
    `
    minimum 1: {"minimum":1}
    maximum 2: {"maximum":2}
    exclusiveMinimum 1: {"exclusiveMinimum":1}
      disclosed exclusiveMinimum .exclusiveMinimum: Gemini does not enforce exclusiveMinimum
    exclusiveMaximum 2: {"exclusiveMaximum":2}
      disclosed exclusiveMaximum .exclusiveMaximum: Gemini does not enforce exclusiveMaximum
    multipleOf 2: {"multipleOf":2}
      disclosed multipleOf .multipleOf: Gemini does not enforce multipleOf
    minLength 1: {"minLength":1}
      disclosed minLength .minLength: Gemini does not enforce minLength
    maxLength 2: {"maxLength":2}
      disclosed maxLength .maxLength: Gemini does not enforce maxLength
    pattern "x": {"pattern":"x"}
      disclosed pattern .pattern: Gemini does not enforce pattern
    minItems 0: {"minItems":0}
    minItems 1: {"minItems":1}
    minItems 2: {"minItems":2}
    maxItems 2: {"maxItems":2}
    uniqueItems true: {"uniqueItems":true}
      disclosed uniqueItems .uniqueItems: Gemini does not enforce uniqueItems
    contains {}: {}
      disclosed contains .contains: Gemini does not know contains; it is left out
    minContains 1: {}
      disclosed minContains .minContains: Gemini does not know minContains; it is left out
    maxContains 2: {}
      disclosed maxContains .maxContains: Gemini does not know maxContains; it is left out
    minProperties 1: {"minProperties":1}
      disclosed minProperties .minProperties: Gemini does not enforce minProperties
    maxProperties 2: {"maxProperties":2}
      disclosed maxProperties .maxProperties: Gemini does not enforce maxProperties
    patternProperties {"a" {"type" "string"}}: {}
      disclosed patternProperties .patternProperties: Gemini does not know patternProperties; it is left out
    propertyNames {"type" "string"}: {}
      disclosed propertyNames .propertyNames: Gemini does not know propertyNames; it is left out
    not {"type" "string"}: {}
      disclosed not .not: Gemini does not know not; it is left out
    const 1: {"enum":[1]}
      mapped const .const: const is written as an enum of one value
    enum [1]: {"enum":[1]}
    default 1: {"default":1}
    examples [1]: {"examples":[1]}
    title "t": {"title":"t"}
    description "d": {"description":"d"}
    $comment "c": {}
      disclosed $comment .$comment: $comment has no effect on values and is left out
    readOnly true: {"readOnly":true}
    deprecated true: {"deprecated":true}
    $schema "s": {}
      disclosed $schema .$schema: $schema has no effect on values and is left out
    $id "i": {}
      disclosed $id .$id: $id has no effect on values and is left out
    $anchor "a": {}
      disclosed $anchor .$anchor: $anchor has no effect on values and is left out
    nullable true: {"nullable":true}
    dependentRequired {"a" ["b"]}: {}
      disclosed dependentRequired .dependentRequired: Gemini does not know dependentRequired; it is left out
    dependentSchemas {"a" {"type" "string"}}: {}
      disclosed dependentSchemas .dependentSchemas: Gemini does not know dependentSchemas; it is left out
    if {"type" "string"}: {}
      disclosed if .if: Gemini does not know if; it is left out
    then {"type" "string"}: {}
      disclosed then .then: Gemini does not know then; it is left out
    else {"type" "string"}: {}
      disclosed else .else: Gemini does not know else; it is left out
    unevaluatedProperties false: {}
      disclosed unevaluatedProperties .unevaluatedProperties: Gemini does not know unevaluatedProperties; it is left out
    unevaluatedItems false: {}
      disclosed unevaluatedItems .unevaluatedItems: Gemini does not know unevaluatedItems; it is left out
    contentSchema {"type" "string"}: {}
      disclosed contentSchema .contentSchema: Gemini does not know contentSchema; it is left out
    contentEncoding "base64": {}
      disclosed contentEncoding .contentEncoding: Gemini does not know contentEncoding; it is left out
    contentMediaType "text/plain": {}
      disclosed contentMediaType .contentMediaType: Gemini does not know contentMediaType; it is left out
    additionalItems {"type" "string"}: {"additionalItems":{"type":"string"}}
    prefixItems [{"type" "string"}]: {"prefixItems":[{"type":"string"}]}
    items [{"type" "string"},5]: {"items":[{"type":"string"},5]}
    items {"type" "string"}: {"items":{"type":"string"}}
    anyOf [{"type" "string"}]: {"anyOf":[{"type":"string"}]}
    oneOf [{"type" "string"}]: {"oneOf":[{"type":"string"}]}
      disclosed oneOf .oneOf: Gemini takes oneOf for anyOf
    allOf [{"type" "string"}]: {"type":"string"}
      mapped allOf : allOf is written as one schema
    properties 5: {"properties":5}
    additionalProperties {"type" "string"}: {"additionalProperties":{"type":"string"}}
    required ["a"]: {"required":["a"]}
    $defs {"a" {"type" "string"}}: {}
      disclosed $defs .$defs: definitions that nothing refers to are left out
    definitions {"a" {"type" "string"}}: {}
      disclosed definitions .definitions: definitions that nothing refers to are left out
    odd 1: {"odd":1}
    format date-time: {"type":"string","format":"date-time"}
    format time: {"type":"string","format":"time"}
    format date: {"type":"string","format":"date"}
    format duration: {"type":"string","description":"Format: duration"}
      disclosed format .format: Gemini does not know the format duration; the description names it
    format email: {"type":"string","description":"Format: email"}
      disclosed format .format: Gemini does not know the format email; the description names it
    format hostname: {"type":"string","description":"Format: hostname"}
      disclosed format .format: Gemini does not know the format hostname; the description names it
    format uri: {"type":"string","description":"Format: uri"}
      disclosed format .format: Gemini does not know the format uri; the description names it
    format ipv4: {"type":"string","description":"Format: ipv4"}
      disclosed format .format: Gemini does not know the format ipv4; the description names it
    format ipv6: {"type":"string","description":"Format: ipv6"}
      disclosed format .format: Gemini does not know the format ipv6; the description names it
    format uuid: {"type":"string","description":"Format: uuid"}
      disclosed format .format: Gemini does not know the format uuid; the description names it
    format enum: {"type":"string","format":"enum"}
    format int32: {"type":"string","format":"int32"}
    format int64: {"type":"string","format":"int64"}
    format float: {"type":"string","format":"float"}
    format double: {"type":"string","format":"double"}
    format byte: {"type":"string","description":"Format: byte"}
      disclosed format .format: Gemini does not know the format byte; the description names it
    format regex: {"type":"string","description":"Format: regex"}
      disclosed format .format: Gemini does not know the format regex; the description names it
    a format with a description: {"type":"string","description":"d\\nFormat: odd"}
      disclosed format .format: Gemini does not know the format odd; the description names it
    a format that is no text: {"type":"string","format":5}
    no schema: 5
    a nested list: {"type":"array","items":{"type":"object","properties":{"a":{"type":"array","items":{"type":"string"}}}}}
    an open object: {"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":true}
    a closed object: {"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}
    one property that changes: {"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string","minLength":1}}}
      disclosed minLength .properties.b.minLength: Gemini does not enforce minLength
    one branch that changes: {"anyOf":[{"type":"string"},{"type":"string","minLength":1,"description":"d"}]}
      disclosed minLength .anyOf[1].minLength: Gemini does not enforce minLength
    a reference: {"type":"object","properties":{"a":{"type":"string"}}}
      mapped $ref .properties.a: references are written out in place
    a reference beside words: {"properties":{"a":{"type":"string","title":"mine","description":"d"},"b":{"type":"string","title":"t","description":"mine"}}}
      mapped $ref .properties.a: references are written out in place
      disclosed title of a definition .properties.a: a reference's own title stands for both
      disclosed description of a definition .properties.b: a reference's own description stands for both
    a definition that nothing refers to: {"properties":{"a":{"type":"string"}}}
      mapped $ref .properties.a: references are written out in place
      disclosed $defs .$defs: definitions that nothing refers to are left out
    definitions of another form: {}
    a reference to nothing: {"properties":{"a":{}}}
      refused $ref .properties.a: the reference #/$defs/none leads nowhere in the schema
    a reference elsewhere: {"properties":{"a":{}}}
      refused $ref .properties.a: the reference https://x/schema leads nowhere in the schema
    a reference to a value: {"properties":{"a":true}}
      mapped $ref .properties.a: references are written out in place
    a reference to the whole: {"type":"object","properties":{"next":{"type":"object","properties":{"next":{"type":"object","properties":{"next":{"type":"object","description":"Nested further in the same way as the whole schema."},"a":{"type":"string"}}},"a":{"type":"string"}}},"a":{"type":"string"}}}
      mapped $ref .properties.next: references are written out in place
      disclosed $ref of itself .properties.next.properties.next.properties.next: the reference # leads back to itself; it is written out 2 times and is open below
    a definition of itself: {"properties":{"a":{"type":"object","properties":{"next":{"type":"object","properties":{"next":{"type":"object","description":"Nested further in the same way as node."},"all":{"type":"array","items":{"type":"object","description":"Nested further in the same way as node."}}}},"all":{"type":"array","items":{"type":"object","properties":{"next":{"type":"object","description":"Nested further in the same way as node."},"all":{"type":"array","items":{"type":"object","description":"Nested further in the same way as node."}}}}}}}}}
      mapped $ref .properties.a: references are written out in place
      disclosed $ref of itself .properties.a.properties.next.properties.next: the reference #/$defs/node leads back to itself; it is written out 2 times and is open below
    definitions of each other: {"anyOf":[{"properties":{"b":{"items":{"properties":{"b":{"items":{"description":"Nested further in the same way as a."}}}}}}}]}
      mapped $ref .anyOf[0]: references are written out in place
      disclosed $ref of itself .anyOf[0].properties.b.items.properties.b.items: the reference #/$defs/a leads back to itself; it is written out 2 times and is open below
    the same definition twice: {"prefixItems":[{"type":"string"},{"type":"string"}]}
      mapped $ref .prefixItems[0]: references are written out in place
    a joined schema: {"properties":{"b":{"type":"string"},"c":{"type":"string"},"a":{"type":"string","title":"own"}},"title":"whole","type":"object","required":["a","c"],"description":"d"}
      mapped allOf : allOf is written as one schema
    joined references: {"type":"object","title":"t"}
      mapped allOf : allOf is written as one schema
      mapped $ref : references are written out in place
    a contradiction: {"type":"string"}
      disclosed allOf : parts of allOf that contradict each other are left out
    members of other types joined: {"required":"a","properties":5,"minLength":1}
      disclosed allOf : parts of allOf that contradict each other are left out
      mapped allOf : allOf is written as one schema
      disclosed minLength .minLength: Gemini does not enforce minLength
    a joined schema of itself: {"properties":{"a":{"type":"object","description":"Nested further in the same way as a."}}}
      mapped $ref .properties.a: references are written out in place
      mapped allOf .properties.a: allOf is written as one schema
      disclosed $ref of itself .properties.a: the reference #/$defs/a leads back to itself; it is written out 2 times and is open below
    `,
  );
});
