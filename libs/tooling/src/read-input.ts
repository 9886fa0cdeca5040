import type { Type } from '@nestjs/common';
import { validateSync, ValidationError } from 'class-validator';
import { fail } from './errors';
import { fieldProblems } from './field-rule';
import { InputPlan, planOf } from './input-plan';
import { unknownMembers } from './unknown-members';
import { described } from './wording';

const SHOWN_PROBLEMS = 20;

type Members = Record<string, unknown>;

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads a request's body as an input of `type`: defaults filled in, nothing coerced.
 *
 * @throws ToolError INVALID_ARGUMENTS with every problem, each `field: reason`, joined by `; `;
 *   BODY_NOT_OBJECT when there is no object to read.
 */
export function readInput<T extends object>(type: Type<T>, raw: unknown): T {
  if (!isObject(raw)) fail('BODY_NOT_OBJECT', described(raw));
  const plan = planOf(type);
  const problems: string[] = [];
  const input = instanceOf(plan, raw, '', problems);
  const errors = validateSync(input, { stopAtFirstError: true, validationError: { target: false } });
  collect(errors, plan, '', problems);
  if (problems.length > SHOWN_PROBLEMS) {
    const more = problems.length - SHOWN_PROBLEMS;
    problems.splice(SHOWN_PROBLEMS, more, `and ${more} more`);
  }
  if (problems.length > 0) fail('INVALID_ARGUMENTS', problems.join('; '));
  return input as T;
}

/**
 * An instance with the raw members in place. class-transformer's plainToInstance is not used here:
 * it deep-copies whatever it is given before any rule has seen it (a deeply nested body overflows
 * its stack) and silently drops the members `constructor` and `__proto__`.
 */
function instanceOf(plan: InputPlan, raw: Members, path: string, problems: string[]): object {
  const prefix = path === '' ? '' : `${path}: `;
  problems.push(...unknownMembers(raw, plan.names).map((problem) => prefix + problem));
  const input = new plan.type() as Members;
  for (const field of plan.fields) {
    const value = Object.hasOwn(raw, field.name) ? raw[field.name] : field.default;
    input[field.name] =
      field.nestedPlan !== undefined && isObject(value)
        ? instanceOf(field.nestedPlan, value, join(path, field.name), problems)
        : value;
  }
  return input;
}

function join(path: string, member: string): string {
  return path === '' ? member : `${path}.${member}`;
}

function collect(
  errors: ValidationError[],
  plan: InputPlan | undefined,
  path: string,
  problems: string[],
): void {
  for (const error of errors) {
    const field = plan?.fields.find(({ name }) => name === error.property);
    const here = join(path, error.property);
    const own = field === undefined ? [] : fieldProblems(field, error.value);
    if (own.length > 0) {
      problems.push(...own.map(({ path: rest, reason }) => `${here}${rest}: ${reason}`));
    } else if (error.constraints !== undefined) {
      problems.push(...Object.values(error.constraints).map((reason) => `${here}: ${reason}`));
    }
    collect(error.children ?? [], field?.nestedPlan, here, problems);
  }
}
