import type { ToolDefinition, ToolKind } from '@app/tooling';
import { SURFACE_PATHS } from '../platform/surface-paths';

const { docs, health } = SURFACE_PATHS;

const BADGES: Readonly<Record<ToolKind, { readonly text: string; readonly colour: string }>> = {
  read: { text: 'READ', colour: '#2563a8' },
  compose: { text: 'COMPOSE', colour: '#8a5a00' },
  relay: { text: 'RELAY', colour: '#a82525' },
};

/**
 * The Swagger page. `base` is the path under which clients reach the gateway, without a slash at its end.
 * The method label of a tool shows its kind, because every tool is a POST.
 */
export function swaggerPage(tools: readonly ToolDefinition[], base: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Chain Tool Gateway: API</title>
    <link rel="icon" type="image/png" href="${base}${docs}/favicon-32x32.png">
    <link rel="stylesheet" href="${base}${docs}/swagger-ui.css">
    <style>${STYLES}${badgeStyles(tools)}</style>
  </head>
  <body>
    <nav>
      <strong>Chain Tool Gateway</strong>
      <a href="${base}/">Start page</a>
      <a href="${base}${docs}/openapi.json">OpenAPI document</a>
      <a href="${base}${health}">Health</a>
    </nav>
    <div id="swagger-ui" data-base="${base}"></div>
    <script src="${base}${docs}/swagger-ui-bundle.js"></script>
    <script type="module" src="${base}${docs}/initializer.js"></script>
  </body>
</html>
`;
}

const STYLES = `
  body { margin: 0; }
  nav { display: flex; flex-wrap: wrap; gap: 1.5rem; padding: .75rem 1.25rem; font: 15px system-ui, sans-serif; background: #14202e; color: #fff; }
  nav a { color: #9cc7f5; }
  .swagger-ui .opblock .opblock-summary-method { min-width: 6.5rem; }
`;

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
