import { type Type, type ValidationError, ValidationPipe } from '@nestjs/common';
import { INVALID_HTTP_REQUEST, MirrorError } from './errors/node-error';
import type { MirrorRoute } from './route';
import type { SentRequest } from './sent-request';

const refusal = (problems: ValidationError[]): MirrorError =>
  new MirrorError(
    400,
    problems.flatMap(({ constraints = {} }) => Object.values(constraints)).join('; '),
    INVALID_HTTP_REQUEST,
  );

const COMMON = {
  // Unknown members and parameters pass through to the node.
  forbidUnknownValues: false,
  exceptionFactory: refusal,
} as const;

/** Queries are texts: class-transformer converts them to the types of their DTO. */
const queries = new ValidationPipe({ ...COMMON, transform: true });

/** Bodies are checked as they are: nothing of them is converted, and nothing nested in them is walked through. */
const bodies = new ValidationPipe({
  ...COMMON,
  transformerPackage: {
    plainToInstance: <T>(type: Type<T>, plain: object) =>
      Object.assign(Object.create(type.prototype as object), plain) as T,
    classToPlain: (value: unknown) => value as object,
  },
});

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
    await queries.transform(parameters, { type: 'query', metatype: route.query });
  } else if (method === 'POST' && route.body !== undefined) {
    await bodies.transform(parameters, { type: 'body', metatype: route.body });
  }
}
