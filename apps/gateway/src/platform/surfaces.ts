import type { Settings } from '@app/operations';
import { MAX_SMALL_BODY_BYTES } from '@app/tooling';
import { routeNotFound, toolNotFound } from './errors/not-found';
import { toolErrorBody } from './errors/refusal';
import type { Surface } from './surface';
import { SURFACE_PATHS } from './surface-paths';

/** The paths of no surface. */
export const OTHER_PATHS: Surface = {
  prefixes: [],
  body: 'none',
  cors: 'any',
  isPage: false,
  errorBody: toolErrorBody,
  notFound: routeNotFound,
  unmatchedLabel: 'other',
};

/** The surfaces of the platform, one row each. The row of POST /mcp is in the feature: mcp.surface.ts. */
export function platformSurfaces({ maxBodyBytes }: Pick<Settings, 'maxBodyBytes'>): readonly Surface[] {
  const tools: Surface = {
    prefixes: [SURFACE_PATHS.tools],
    body: { as: 'json object', maxBytes: maxBodyBytes.tools },
    cors: 'any',
    isPage: false,
    errorBody: toolErrorBody,
    notFound: toolNotFound,
    unmatchedLabel: 'other',
  };
  const api: Surface = {
    prefixes: [SURFACE_PATHS.api],
    body: { as: 'json object', maxBytes: MAX_SMALL_BODY_BYTES, isParsed: true },
    bucket: 'read',
    cors: 'any',
    isPage: false,
    errorBody: toolErrorBody,
    notFound: routeNotFound,
    unmatchedLabel: 'other',
  };
  const docs: Surface = {
    paths: [SURFACE_PATHS.startPage, SURFACE_PATHS.overview],
    prefixes: [SURFACE_PATHS.docs],
    body: 'none',
    cors: 'any',
    isPage: true,
    errorBody: toolErrorBody,
    notFound: routeNotFound,
    unmatchedLabel: 'other',
  };
  const health: Surface = {
    prefixes: [SURFACE_PATHS.health],
    body: 'none',
    bucket: 'none',
    cors: 'any',
    isPage: false,
    errorBody: toolErrorBody,
    notFound: routeNotFound,
    unmatchedLabel: 'other',
  };
  return [api, tools, docs, health];
}
