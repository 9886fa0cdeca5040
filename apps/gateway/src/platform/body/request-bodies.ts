import type { ClientAddress } from '@app/rate-limit';
import type { ToolError } from '@app/tooling';
import type { GatewayRequest } from '../fast-path/express-prototypes';
import type { GatewayHandler, WithBody } from '../fast-path/fast-path-express.adapter';
import type { BodyBudget } from './body-budget';
import { readBody } from './body-reader';
import { parseJsonObject } from './json-body';

/** Where the bytes of all bodies are counted, and by which client. */
export interface BodyAccounting {
  readonly budget: BodyBudget;
  readonly clientAddress: ClientAddress;
}

type Read = (request: GatewayRequest, maxBytes: number, accounting: BodyAccounting) => unknown;

/** The body of a request is a function that reads it, called when the guards have let the request pass. */
export function requestBodies(accounting: BodyAccounting): WithBody {
  return (policy, handler) => {
    if (policy === 'none') return handler;
    const read = policy.as === 'bytes' ? bytesOf : jsonObject;
    return withBody(handler, read, policy.maxBytes, accounting);
  };
}

function withBody(
  handler: GatewayHandler,
  read: Read,
  maxBytes: number,
  accounting: BodyAccounting,
): GatewayHandler {
  return (request, response, next) => {
    request.body = (askedBytes = Infinity) => read(request, Math.min(maxBytes, askedBytes), accounting);
    return handler(request, response, next);
  };
}

async function jsonObject(
  request: GatewayRequest,
  maxBytes: number,
  accounting: BodyAccounting,
): Promise<object> {
  const bytes = await bytesOf(request, maxBytes, accounting);
  return bytes instanceof Error ? bytes : parseJsonObject(bytes);
}

function bytesOf(
  request: GatewayRequest,
  maxBytes: number,
  { budget, clientAddress }: BodyAccounting,
): Promise<Buffer | ToolError> {
  return new Promise((resolve) => {
    const share = budget.open(clientAddress(request));
    readBody(request, { maxBytes, share }, resolve);
  });
}
