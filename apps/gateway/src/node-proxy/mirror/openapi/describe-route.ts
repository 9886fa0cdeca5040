import { CONSISTENCY_FIELD } from '@app/chain-tools';
import { applyDecorators, type Type } from '@nestjs/common';
import {
  ApiBody,
  ApiExcludeEndpoint,
  ApiExtension,
  ApiHeader,
  ApiOperation,
  ApiQuery,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import { documentedMembers } from '../documented-members';
import { errorBody, MirrorError } from '../errors/node-error';
import type { MirrorRoute } from '../route';
import { exampleOf } from './examples';
import { ORIGIN_HEADERS } from './origin-headers';

const TAGS: readonly (readonly [prefix: string, tag: string])[] = [
  ['/v1/history/', 'Node-history'],
  ['/v1/trace_api/', 'Node-traces'],
  ['/v2/', 'Node-index'],
  ['/stream-client.js', 'Node-index'],
];
const CHAIN_TAG = 'Node-chain';

const REFUSALS: readonly (readonly [status: number, description: string, example: string])[] = [
  [400, 'A documented constraint is violated, or the node refused', 'limit must not be less than 1'],
  [404, 'No node serves the route', 'Unknown Endpoint'],
  [
    429,
    'Over the limit of the bucket `mirror`',
    'rate limit exceeded for the mirror bucket (1200 per minute)',
  ],
  [
    500,
    'The answer of a node that refuses: nodes have this status for many errors of clients',
    'unknown key (eosio::chain::name): nosuch',
  ],
  [
    503,
    'No node is fit, or none has the block of `x-consistency`',
    'no node of mainnet can answer: cannot be reached (ECONNREFUSED)',
  ],
];

/**
 * Describes a route in the API document: once, under the root, with the method that the node query API recommends (POST
 * for /v1, GET for /v2). The same route below a network prefix and by GET is said in words.
 */
export function describeRoute(route: MirrorRoute, method: 'GET' | 'POST', prefix: string): MethodDecorator {
  const isAlternative = method === 'GET' && route.path.startsWith('/v1/');
  if (prefix !== '' || isAlternative) return ApiExcludeEndpoint();
  const tag = TAGS.find(([start]) => route.path.startsWith(start))?.[1] ?? CHAIN_TAG;
  const networks = `On testnet: \`/testnet${route.path}\`.`;
  const byGet = route.methods.includes('GET') && method === 'POST' ? ' Also by GET with a query.' : '';
  return applyDecorators(
    ApiTags(tag),
    ApiOperation({
      operationId: `${method.toLowerCase()}${route.path.replace(/\W+/g, '_')}`,
      summary: route.summary,
      description: `${route.summary}, as a node answers it. ${networks}${byGet}`,
    }),
    ApiExtension('x-rate-limit-bucket', 'mirror'),
    ...(method === 'POST' && route.body !== undefined
      ? [ApiBody({ type: route.body, required: false, ...typicalExample(route.body) })]
      : []),
    ...(method === 'GET' && route.query !== undefined ? parametersOf(route.query) : []),
    ...(route.retry === 'push' || route.isScript === true ? [] : [ApiHeader(CONSISTENCY_FIELD)]),
    answerOf(route),
    ...REFUSALS.map(([status, description, message]) => refusalOf(route, status, description, message)),
  );
}

function answerOf(route: MirrorRoute): MethodDecorator {
  const example = exampleOf(route.path);
  const status = route.retry === 'push' ? 202 : 200;
  const type = route.isScript === true ? 'application/javascript' : 'application/json';
  return ApiResponse({
    status,
    description: "The node's own answer; long texts and lists of the example are cut",
    headers: ORIGIN_HEADERS,
    content: { [type]: { schema: {}, ...(example === undefined ? {} : { example }) } },
  });
}

function refusalOf(
  { errors }: MirrorRoute,
  status: number,
  description: string,
  message: string,
): MethodDecorator {
  const example = errorBody(errors, new MirrorError(status, message));
  return ApiResponse({
    status,
    description,
    content: { 'application/json': { schema: { type: 'object' }, example } },
  });
}

/** The metadata of @ApiProperty, by member. */
const MEMBER = 'swagger/apiModelProperties';

const OUTSIDE_SCHEMA = new Set(['required', 'description', 'example', 'isArray']);

interface DeclaredMember {
  readonly required: boolean;
  readonly description: string;
  readonly example?: unknown;
}

/**
 * The members with an example, where these are enough for a request: a page that fills in all others would send texts
 * that no node reads.
 */
function typicalExample(body: Type<object>): { examples?: Record<string, { value: object }> } {
  const prototype = body.prototype as object;
  const members = documentedMembers(body).map(
    (name) => [name, Reflect.getMetadata(MEMBER, prototype, name) as DeclaredMember] as const,
  );
  const known = members.filter(([, { example }]) => example !== undefined);
  if (members.some(([, { required, example }]) => required && example === undefined)) return {};
  const value = Object.fromEntries(known.map(([name, { example }]) => [name, example]));
  return { examples: { typical: { value } } };
}

function parametersOf(query: Type<object>): MethodDecorator[] {
  const prototype = query.prototype as object;
  return documentedMembers(query).map((name) => {
    const options = Reflect.getMetadata(MEMBER, prototype, name) as DeclaredMember;
    const { required, description, example } = options;
    const schema = Object.fromEntries(Object.entries(options).filter(([key]) => !OUTSIDE_SCHEMA.has(key)));
    return ApiQuery({ name, required, description, schema, ...(example === undefined ? {} : { example }) });
  });
}
