// Types of other languages from the schemas of an OpenAPI document.

export const REFERENCE = '#/components/schemas/';
export const nameOf = ($ref) => $ref.slice(REFERENCE.length);

const unionOf = (types) => [...new Set(types)].join(' | ');

/**
 * @param words of the language: the types of scalars, `any`, and how it writes a list, a map, an object, an intersection and
 *   values that are listed
 * @returns a function that writes the type of a schema. A construct without a rule ends the generator: no type is guessed.
 */
export function typeWriter({ language, scalars, any, list, map, object, all, values }) {
  return function typeOf(schema) {
    const { $ref, allOf, anyOf, oneOf, type, items, properties, additionalProperties } = schema;
    if ($ref !== undefined) return nameOf($ref);
    const parts = anyOf ?? oneOf;
    if (parts !== undefined) return unionOf(parts.map(typeOf));
    if (allOf !== undefined) return all(allOf.map(typeOf));
    if (schema.enum !== undefined) return values([...new Set(schema.enum)]);
    if (Array.isArray(type)) return unionOf(type.map((each) => typeOf({ ...schema, type: each })));
    if (type === undefined) return any;
    if (type === 'array') return list(typeOf(items));
    if (type === 'object' && properties !== undefined) return object(schema);
    if (type === 'object')
      return map(typeof additionalProperties === 'object' ? typeOf(additionalProperties) : any);
    if (scalars[type] === undefined) throw new Error(`no ${language} for a schema of type ${type}`);
    return scalars[type];
  };
}
