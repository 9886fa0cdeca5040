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

/** Files of this server alone, each by its kind; no inline script or style, and no text that becomes markup. */
const OWN_FILES_POLICY = [
  "default-src 'none'",
  ...['script-src', 'style-src', 'img-src', 'connect-src'].map((kind) => `${kind} 'self'`),
  ...['base-uri', 'form-action', 'frame-ancestors'].map((kind) => `${kind} 'none'`),
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/**
 * The wallet window holds a request and a wallet's signature: it may run its own script and reach the relay of wallets
 * alone, where there is one. WharfKit's renderer writes style elements and has icons as data URLs.
 */
const walletPolicy = (relay: string | undefined): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src ${relay === undefined ? "'none'" : relay.replace(/^http/, 'ws')}`,
    ...['base-uri', 'form-action', 'frame-ancestors'].map((kind) => `${kind} 'none'`),
  ].join('; ');

/** The surfaces of the platform, one row each. The row of POST /mcp is in the feature: mcp.surface.ts. */
export function platformSurfaces({
  maxBodyBytes,
  console: hasConsole,
  consoleWalletRelay,
}: Pick<Settings, 'maxBodyBytes' | 'console' | 'consoleWalletRelay'>): readonly Surface[] {
  const smallObject = { as: 'json object', maxBytes: MAX_SMALL_BODY_BYTES, isParsed: true } as const;
  const tools: Surface = {
    ...OTHER_PATHS,
    prefixes: [SURFACE_PATHS.tools],
    body: { as: 'json object', maxBytes: maxBodyBytes.tools },
    notFound: toolNotFound,
  };
  const api: Surface = {
    ...OTHER_PATHS,
    prefixes: [SURFACE_PATHS.api],
    body: smallObject,
    bucket: 'read',
  };
  const docs: Surface = {
    ...OTHER_PATHS,
    paths: hasConsole ? [SURFACE_PATHS.overview] : [SURFACE_PATHS.startPage, SURFACE_PATHS.overview],
    prefixes: [SURFACE_PATHS.docs],
    isPage: true,
  };
  const guide: Surface = {
    ...docs,
    paths: [SURFACE_PATHS.guide],
    prefixes: [`${SURFACE_PATHS.guide}/`],
    bucket: 'mirror',
    pagePolicy: OWN_FILES_POLICY,
  };
  const consolePages: Surface = {
    ...guide,
    paths: hasConsole ? [SURFACE_PATHS.startPage, SURFACE_PATHS.console] : [SURFACE_PATHS.console],
    prefixes: [`${SURFACE_PATHS.console}/`],
  };
  const walletPage: Surface = {
    ...consolePages,
    paths: [SURFACE_PATHS.wallet],
    prefixes: [],
    pagePolicy: walletPolicy(consoleWalletRelay),
  };
  const development: Surface = {
    ...OTHER_PATHS,
    prefixes: [`${SURFACE_PATHS.console}/development/`],
    body: smallObject,
    bucket: 'mirror',
    cors: () => false,
  };
  const health: Surface = { ...OTHER_PATHS, prefixes: [SURFACE_PATHS.health], bucket: 'none' };
  return [api, tools, docs, guide, consolePages, walletPage, development, health];
}
