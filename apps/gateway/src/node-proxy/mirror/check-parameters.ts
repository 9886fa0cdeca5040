import { type Type, type ValidationError, ValidationPipe } from '@nestjs/common';
import { documentedMembers } from './documented-members';
import { INVALID_HTTP_REQUEST, MirrorError } from './errors/node-error';
import type { MirrorRoute } from './route';
import type { SentRequest } from './sent-request';

const refusal = (problems: ValidationError[]): MirrorError =>
  new MirrorError(
    400,
    problems.flatMap(({ constraints = {} }) => Object.values(constraints)).join('; '),
    INVALID_HTTP_REQUEST,
  );

/**
 * Queries are texts: class-transformer converts them to the types of their DTO. Undocumented members and parameters
 * pass through to the node, and are not shown to the pipe. One pipe for all: the transformer of a ValidationPipe is shared by every one of the process.
 */
const pipe = new ValidationPipe({
  transform: true,
  forbidUnknownValues: false,
  exceptionFactory: refusal,
});

/**
 * The members that have rules: the documented ones. Lists and objects have none, and are left out: the pipe walks through
 * nested values by recursion, which a hostile body would exhaust.
 */
function checkedMembers(type: Type<object>, members: Readonly<Record<string, unknown>>): object {
  const known = documentedMembers(type).filter((name) => Object.hasOwn(members, name));
  const scalars = known.filter((name) => typeof members[name] !== 'object');
  return Object.fromEntries(scalars.map((name) => [name, members[name]]));
}

/**
 * Checks the documented constraints of a request (patterns, minima, lengths) before a node is asked.
 * @throws MirrorError naming each problem
 */
export async function checkParameters(
  route: MirrorRoute,
  { method, parameters }: SentRequest,
): Promise<void> {
  if (parameters === undefined) return;
  if (method === 'GET' && route.query !== undefined) {
    await pipe.transform(checkedMembers(route.query, parameters), { type: 'query', metatype: route.query });
  } else if (method === 'POST' && route.body !== undefined) {
    await pipe.transform(checkedMembers(route.body, parameters), { type: 'body', metatype: route.body });
  }
}
