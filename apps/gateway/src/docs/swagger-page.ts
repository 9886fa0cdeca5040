import { apiPage } from '@app/api-page';
import type { NetworkConfig } from '@app/networks';
import { type ToolKind } from '@app/chain-tools';
import { type ToolDefinition, toolPath } from '@app/tooling';
import { SURFACE_PATHS } from '../platform/surface-paths';

const { docs, guide, health } = SURFACE_PATHS;

const BADGES: Readonly<Record<ToolKind, { readonly text: string; readonly colour: string }>> = {
  read: { text: 'READ', colour: '#2563a8' },
  compose: { text: 'COMPOSE', colour: '#8a5a00' },
  relay: { text: 'RELAY', colour: '#a82525' },
};

/**
 * The Swagger page. `base` is the path under which clients reach the gateway, without a slash at its end.
 * The method label of a tool shows its kind, because every tool is a POST.
 */
export function swaggerPage(
  tools: readonly ToolDefinition[],
  base: string,
  networks: readonly NetworkConfig[],
): string {
  return apiPage({
    title: 'Chain Tool Gateway',
    base,
    files: `${base}${docs}`,
    document: `${base}${docs}/openapi.json`,
    links: [
      { text: 'Start page', href: `${base}/` },
      { text: 'Guide', href: `${base}${guide}/` },
      { text: 'OpenAPI document', href: `${base}${docs}/openapi.json` },
      { text: 'Tools alone', href: `${base}${docs}/tools.json` },
      { text: 'Health', href: `${base}${health}` },
      ...networks.flatMap(developmentLinks),
    ],
    styles: badgeStyles(tools),
    freshExample: { path: toolPath('push_transaction'), url: `${base}${docs}/signed-example.json` },
  });
}

/** The other API pages of a development chain. The addresses of real nodes are not shown. */
function developmentLinks({ name, controlsUrl, nodes }: NetworkConfig): { text: string; href: string }[] {
  if (controlsUrl === undefined) return [];
  const histories = nodes.filter(({ capabilities }) => capabilities?.has('v2') === true);
  return [
    { text: `Controls of ${name}`, href: controlsUrl },
    ...histories.map(({ url }) => ({ text: `History of ${name}`, href: `${url}/v2/docs` })),
  ];
}

/** Swagger UI names an operation's element \`operations-<tag>-<operationId>\`. */
function badgeStyles(tools: readonly ToolDefinition[]): string {
  return Object.entries(BADGES)
    .map(([kind, { text, colour }]) => {
      const operations = tools
        .filter((tool) => tool.kind === kind)
        .map(({ name }) => `.swagger-ui .opblock.opblock-post[id$="-${name}"]`);
      if (operations.length === 0) return '';
      const labels = operations.map((operation) => `${operation} .opblock-summary-method`);
      return `
  ${operations.join(',')} { border-color: ${colour}; background: ${colour}14; }
  ${labels.join(',')} { background: ${colour}; font-size: 0; }
  ${labels.map((label) => `${label}::after`).join(',')} { content: "${text}"; font-size: 14px; }`;
    })
    .join('');
}
