import { allOr } from '../long';
import { overMcp, overRest } from './gateway-client';

const REST = ['REST', overRest] as const;

/** Both ways to call a tool, for `describe.each`; the short form has REST, and MCP where the subject is MCP itself. */
export const SURFACES = allOr([REST, ['MCP', overMcp] as const], [REST]);
