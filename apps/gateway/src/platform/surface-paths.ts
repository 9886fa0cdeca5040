import { TOOLS_PREFIX } from '@app/tooling';

/** Path or path prefix of each surface. The surface table, the controllers and the pages take it from here. */
export const SURFACE_PATHS = {
  /** Routes beside the tools: those of plain controllers. */
  api: '/v1/',
  tools: TOOLS_PREFIX,
  mcp: '/mcp',
  startPage: '/',
  overview: '/llms.txt',
  docs: '/docs',
  guide: '/docs/guide',
  console: '/console',
  wallet: '/console/wallet',
  health: '/health',
} as const;
