import type { ToolDefinition } from '@app/tooling';
import { SURFACE_PATHS } from '../platform/surface-paths';

const { docs, guide, health, mcp, tools: toolsPath } = SURFACE_PATHS;

/**
 * The overview of the service for programs and language models, in the format of llmstxt.org. `base` is the path
 * under which clients reach the gateway, without a slash at its end.
 */
export function overviewText(tools: readonly ToolDefinition[], base: string): string {
  const groups = [...new Set(tools.map(({ group }) => group))].join(', ');
  const rows = tools.map(
    ({ name, kind, title }) => `- [${name}](${base}${toolsPath}${name}): ${kind}. ${title}`,
  );
  return `# Chain Tool Gateway

> Tools for an Antelope chain with BTC and USDT lending and an orderbook exchange. The service holds no keys and signs nothing.

## Interfaces

- [MCP](${base}${mcp}): POST, streamable HTTP, no login. ${base}${mcp}?tools=read lists the read tools alone; kinds (read, compose, relay), features (${groups}) and names of tools can be combined with commas
- [OpenAPI document](${base}${docs}/openapi.json): every tool as POST ${base}${toolsPath}<tool> with a JSON object
- [API reference](${base}${docs}): the tools in a browser
- [Guide](${base}${guide}/): tutorials, how-to guides and reference as pages
- [Health](${base}${health})

## Tools

${rows.join('\n')}
`;
}
