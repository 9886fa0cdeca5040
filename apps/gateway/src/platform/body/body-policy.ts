import type { ClientAddress } from '@app/rate-limit';
import type { ToolError } from '@app/tooling';
import type { BodyBudget } from './body-budget';
import { readBody } from './body-reader';
import { parseJsonObject } from './json-body';
import type { GatewayHandler, WithBody } from '../fast-path/fast-path-express.adapter';
import type { GatewayRequest } from '../fast-path/express-prototypes';

const TOOLS = '/v1/tools/';
const MCP = '/mcp';

export interface BodyPolicy {
  readonly maxBytes: number;
  readonly budget: BodyBudget;
  readonly clientAddress: ClientAddress;
}

/** Reads the body of a request, once. The value is the error to answer when the body is refused. */
export type ReadBytes = () => Promise<Buffer | ToolError>;

/**
 * The body of a request is a function that reads it, called when the guards have let the request pass: as a
 * JSON object at the tools, as bytes at /mcp, which has error shapes of its own. Other routes take no body.
 */
export function bodiesOf(policy: BodyPolicy): WithBody {
  return (path, handler) => {
    if (path.startsWith(TOOLS))
      return withBody(handler, (request, maxBytes) => jsonObject(request, maxBytes, policy));
    return path === MCP
      ? withBody(handler, (request, maxBytes) => bytesOf(request, maxBytes, policy))
      : handler;
  };
}

function withBody(
  handler: GatewayHandler,
  read: (request: GatewayRequest, maxBytes: number) => unknown,
): GatewayHandler {
  return (request, response, next) => {
    request.body = (maxBytes = Infinity) => read(request, maxBytes);
    return handler(request, response, next);
  };
}

async function jsonObject(request: GatewayRequest, maxBytes: number, policy: BodyPolicy): Promise<object> {
  const bytes = await bytesOf(request, maxBytes, policy);
  return bytes instanceof Error ? bytes : parseJsonObject(bytes);
}

function bytesOf(
  request: GatewayRequest,
  askedBytes: number,
  { maxBytes, budget, clientAddress }: BodyPolicy,
): Promise<Buffer | ToolError> {
  return new Promise((resolve) => {
    const share = budget.open(clientAddress(request));
    readBody(request, { maxBytes: Math.min(maxBytes, askedBytes), share }, resolve);
  });
}
