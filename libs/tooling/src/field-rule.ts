import { registerDecorator, ValidateNested } from 'class-validator';
import { declareField, FieldDeclaration } from './field-declaration';
import { Problem, schemaProblems } from './schema-reasons';

/** What is wrong with `value` as this field's value; the members of an object are not looked at. */
export function fieldProblems(field: FieldDeclaration, value: unknown): Problem[] {
  if (value === undefined) return field.required ? [{ path: '', reason: 'is required' }] : [];
  if (field.reason !== undefined) {
    const reason = field.reason(value);
    if (reason !== undefined) return [{ path: '', reason }];
  }
  const problems = schemaProblems(field.schema, value);
  if (problems.length > 0) return problems;
  const reason = field.beyondSchema?.(value);
  return reason === undefined ? [] : [{ path: '', reason }];
}

/** Declares the field and registers its rule with class-validator, which runs it. */
export function inputField(describe: (name: string) => FieldDeclaration): PropertyDecorator {
  return (prototype, property) => {
    const name = String(property);
    const field = describe(name);
    declareField(prototype, field);
    registerDecorator({
      name: 'toolField',
      target: prototype.constructor,
      propertyName: name,
      validator: {
        validate: (value: unknown) => fieldProblems(field, value).length === 0,
        defaultMessage: (args) =>
          fieldProblems(field, args?.value)
            .map(({ path, reason }) => `${name}${path}: ${reason}`)
            .join('; '),
      },
    });
    if (field.nested !== undefined) ValidateNested()(prototype, property);
  };
}
