import { registerDecorator, ValidateNested } from 'class-validator';
import { declareField, FieldDeclaration } from '../schema/field-declaration';
import { holdsPrivateKey, PRIVATE_KEY_REASON } from '../errors/private-key-text';
import type { Schema } from '../schema/schema';
import { Problem, schemaProblems } from '../validate/schema-reasons';

/** Options of every field. A field with a default, in the options or as initializer, is optional. */
export interface FieldOptions<T> {
  description?: string;
  optional?: boolean;
  default?: T;
  example?: T;
}

/** Problems of `value` as this field's value; members of an object are not checked. */
export function fieldProblems(field: FieldDeclaration, value: unknown): Problem[] {
  if (value === undefined) return field.required ? [{ path: '', reason: 'is required' }] : [];
  // First of all: every other reason may quote the value.
  const secrets = privateKeyProblems(value);
  if (secrets.length > 0) return secrets;
  const inWords = field.reason?.(value);
  if (inWords !== undefined) return [{ path: '', reason: inWords }];
  const problems = schemaProblems(field.schema, value);
  if (problems.length > 0) return problems;
  const beyond = field.beyondSchema?.(value);
  return beyond === undefined ? [] : [{ path: '', reason: beyond }];
}

/** A text, or the texts of a list, that hold a private key. */
function privateKeyProblems(value: unknown): Problem[] {
  const isSecret = (text: unknown) => typeof text === 'string' && holdsPrivateKey(text);
  if (!Array.isArray(value)) return isSecret(value) ? [{ path: '', reason: PRIVATE_KEY_REASON }] : [];
  return value.flatMap((item, index) =>
    isSecret(item) ? [{ path: `[${index}]`, reason: PRIVATE_KEY_REASON }] : [],
  );
}

/** Declares a field of `schema` and registers its rules with class-validator, which runs them. */
export function inputField<T>(
  options: FieldOptions<T>,
  schema: Schema,
  rules: Pick<FieldDeclaration, 'nested' | 'reason' | 'beyondSchema'> = {},
): PropertyDecorator {
  const { description, optional = false, default: defaultValue, example } = options;
  return (prototype, property) => {
    const field: FieldDeclaration = {
      name: String(property),
      required: !optional && defaultValue === undefined,
      schema: defined({
        ...schema,
        description,
        default: defaultValue as Schema['default'],
        examples: example === undefined ? undefined : [example],
      }),
      ...rules,
    };
    declareField(prototype, field);
    register(prototype, field);
    if (field.nested !== undefined) ValidateNested()(prototype, property);
  };
}

function register(prototype: object, field: FieldDeclaration): void {
  registerDecorator({
    name: 'toolField',
    target: prototype.constructor,
    propertyName: field.name,
    validator: {
      validate: (value: unknown) => fieldProblems(field, value).length === 0,
      defaultMessage: (args) =>
        fieldProblems(field, args?.value)
          .map(({ path, reason }) => `${path} ${reason}`.trim())
          .join('; '),
    },
  });
}

/** The schema without the keywords nobody set. */
export function defined(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
}
