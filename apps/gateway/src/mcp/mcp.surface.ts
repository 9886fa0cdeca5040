import type { Settings } from '@app/operations';
import { routeNotFound } from '../platform/errors/not-found';
import { toolErrorBody } from '../platform/errors/refusal';
import type { Surface } from '../platform/surface';
import { SURFACE_PATHS } from '../platform/surface-paths';
import { isOriginAllowed } from './transport/origin';

type McpSettings = Pick<Settings, 'allowedOrigins' | 'host' | 'maxBodyBytes'>;

/**
 * How the HTTP server treats /mcp: the body as bytes, because its errors are JSON-RPC, and pages of allowed origins
 * alone. The error shapes of this row are those of requests that do not reach the controller.
 */
export function mcpSurface({ allowedOrigins, host, maxBodyBytes }: McpSettings): Surface {
  return {
    prefixes: [SURFACE_PATHS.mcp],
    body: { as: 'bytes', maxBytes: maxBodyBytes.tools },
    bucket: 'none',
    cors: (origin) => isOriginAllowed(origin, allowedOrigins, host),
    isPage: false,
    errorBody: toolErrorBody,
    notFound: routeNotFound,
    unmatchedLabel: 'other',
  };
}
