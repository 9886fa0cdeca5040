import type { Type } from '@nestjs/common';
import { validateSync, type ValidationError } from 'class-validator';
import type { DeploymentTerms } from '../schema/deployment-terms';
import { toolError } from '../errors/tool-errors';
import { described } from '../errors/wording';
import { type InputPlan, type PlannedField, planOf } from '../schema/input-plan';
import { isMembers, type Members } from '../schema/members';
import { checkChoicesBy } from './choice-rule';
import { keepRulesOfClasses } from './known-rules';
import { ProblemList } from './problem-list';
import { wrongType } from './reasons';
import { refusals } from './refusals';
import { addUnknownMembers } from './unknown-members';

keepRulesOfClasses();

/** A part of the input and the problems found so far. */
interface Place {
  /** Members that lead to the part; empty for the whole. */
  readonly path: string;
  readonly problems: ProblemList;
  readonly terms: DeploymentTerms | undefined;
}

/**
 * Reads a request's body as an input of `type`: defaults filled in, nothing coerced.
 *
 * @param terms what the deployment decides: the values of the choice fields
 * @param path of the input in the body, where it is a part of it: problems name it first
 * @throws ToolError INVALID_ARGUMENTS with every problem, each `field: reason`, joined by `; `;
 *   BODY_NOT_OBJECT when there is no object to read.
 */
export function readInput<T extends object>(
  type: Type<T>,
  raw: unknown,
  terms?: DeploymentTerms,
  path = '',
): T {
  if (!isMembers(raw)) throw toolError('BODY_NOT_OBJECT', described(raw));
  const plan = planOf(type);
  const problems = new ProblemList();
  const input = instanceOf(plan, raw, { path, problems, terms });
  const errors = validateSync(input, { stopAtFirstError: true, validationError: { target: false } });
  collect(errors, plan, { path, problems, terms });
  if (!problems.isEmpty) throw toolError('INVALID_ARGUMENTS', problems.toString());
  return input as T;
}

/**
 * An instance with the raw members in place. class-transformer's plainToInstance is not used here:
 * it deep-copies whatever it is given before any rule has seen it (a deeply nested body overflows
 * its stack) and silently drops the members `constructor` and `__proto__`.
 */
function instanceOf(plan: InputPlan, raw: Members, place: Place): object {
  const { path, problems, terms } = place;
  addUnknownMembers(raw, plan.names, path === '' ? '' : `${path}: `, problems);
  const input = new plan.type() as Record<string, unknown>;
  if (terms !== undefined) checkChoicesBy(terms, input);
  for (const field of plan.fields) {
    const value = Object.hasOwn(raw, field.name) ? raw[field.name] : field.default;
    input[field.name] = valueOf(field, value, { ...place, path: join(path, field.name) });
  }
  return input;
}

/** The value of a field, with instances in place of the objects that have fields of their own. */
function valueOf({ nestedPlan: plan, schema }: PlannedField, value: unknown, place: Place): unknown {
  if (plan === undefined) return value;
  if (schema.type !== 'array') return isMembers(value) ? instanceOf(plan, value, place) : value;
  if (!Array.isArray(value)) return value;
  return value.map((item: unknown, index) =>
    isMembers(item) ? instanceOf(plan, item, { ...place, path: `${place.path}[${index}]` }) : item,
  );
}

function join(path: string, member: string): string {
  return path === '' ? member : `${path}.${member}`;
}

function collect(errors: readonly ValidationError[], plan: InputPlan | undefined, place: Place): void {
  const { path, problems, terms } = place;
  for (const { property, value, constraints = {}, children = [] } of errors) {
    const field = plan?.fields.find(({ name }) => name === property);
    const here = join(path, property);
    for (const { path: rest, reason } of refusals(field, constraints, value, terms)) {
      problems.add(() => `${here}${rest}: ${reason}`);
    }
    const inside = { ...place, path: here };
    if (field?.schema.type === 'array') collectItems(children, field.nestedPlan, inside);
    else collect(children, field?.nestedPlan, inside);
  }
}

/** Problems of the items of a list: class-validator names an item by its index. */
function collectItems(items: readonly ValidationError[], plan: InputPlan | undefined, place: Place): void {
  for (const { property, value, children = [] } of items) {
    const here = `${place.path}[${property}]`;
    if (isMembers(value)) collect(children, plan, { ...place, path: here });
    else place.problems.add(() => `${here}: ${wrongType(['object'], value)}`);
  }
}
