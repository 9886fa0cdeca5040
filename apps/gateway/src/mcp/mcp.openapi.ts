import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiResponse } from '@nestjs/swagger';

const ID = { oneOf: [{ type: 'string' }, { type: 'integer' }] };
const VERSION = { type: 'string', enum: ['2.0'] };

const REQUEST = {
  type: 'object',
  properties: { jsonrpc: VERSION, id: ID, method: { type: 'string' }, params: { type: 'object' } },
  required: ['jsonrpc', 'method'],
};

const ERROR = {
  type: 'object',
  properties: { code: { type: 'integer' }, message: { type: 'string' } },
  required: ['code', 'message'],
};

const REFUSAL = {
  type: 'object',
  properties: { jsonrpc: VERSION, id: { type: ['string', 'integer', 'null'] }, error: ERROR },
  required: ['jsonrpc', 'id', 'error'],
};

/** One of `result` and `error`. */
const ANSWER = {
  type: 'object',
  properties: { jsonrpc: VERSION, id: ID, result: { type: 'object' }, error: ERROR },
  required: ['jsonrpc', 'id'],
};

const REFUSALS = [
  [
    400,
    'Not a JSON-RPC message, a batch, a revision not spoken, headers that contradict the body, or too many JSON values',
  ],
  [403, 'A page of this origin may not call'],
  [404, 'A method that the revision 2026-07-28 does not have'],
  [405, 'Another method than POST: there is no stream to open and no session to end'],
  [413, 'The message is too large: 20 KiB without a transaction'],
  [415, 'The body is compressed'],
] as const;

/** OpenAPI description of POST /mcp. */
export function McpAnswers(): MethodDecorator {
  const answer = 'The answer: a result (a failed tool is one, with isError), or an error of the protocol';
  return applyDecorators(
    ApiBody({ required: true, description: 'One JSON-RPC message', schema: REQUEST }),
    ApiResponse({ status: 200, description: answer, content: { 'application/json': { schema: ANSWER } } }),
    ApiResponse({ status: 202, description: 'A notification was taken; there is no body' }),
    ...REFUSALS.map(([status, description]) =>
      ApiResponse({ status, description, content: { 'application/json': { schema: REFUSAL as object } } }),
    ),
  );
}
