import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { GatewayRequest } from './fast-path/express-prototypes';
import type { ReadBody } from './surface';

/** A request of a route with parameters has its template from Express. */
type RoutedRequest = GatewayRequest & { readonly route?: { readonly path: string } };

const WITHOUT_BODY = new Set(['GET', 'HEAD']);

/**
 * Reads and parses the body of a surface whose controllers take it as in any Nest service, behind the guard that counts
 * the request and before guards and parameters of the controller. Tool calls over MCP have no surface.
 */
export class ParsedBodies implements CanActivate {
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<RoutedRequest>();
    const { surface } = request as Partial<RoutedRequest>;
    if (surface === undefined || surface.body === 'none' || surface.body.isParsed !== true) return true;
    if (request.routePath === '') request.routePath = request.route?.path ?? '';
    return parse(request);
  }
}

async function parse(request: GatewayRequest): Promise<boolean> {
  const read = request.body as ReadBody<object>;
  const body = WITHOUT_BODY.has(request.method ?? '') ? undefined : await read();
  if (body instanceof Error) throw body;
  request.body = body;
  return true;
}
