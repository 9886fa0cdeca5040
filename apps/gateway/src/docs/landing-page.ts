import type { Settings } from '@app/operations';
import { limitText } from '@app/rate-limit';
import { type ToolKind } from '@app/chain-tools';
import { type ToolDefinition, toolPath } from '@app/tooling';
import { SURFACE_PATHS } from '../platform/surface-paths';

const { docs, guide, health, mcp } = SURFACE_PATHS;

const KINDS: Readonly<Record<ToolKind, string>> = {
  read: 'Read tools query the chain',
  compose: 'Compose tools return an unsigned proposal',
  relay: 'Relay tools broadcast a signed transaction, or ask for an account',
};

/**
 * The start page where the console is off. `base` is the path under which clients reach the gateway, without a slash at
 * its end; `fragmentOf` tells where on the Swagger page a tool is.
 */
export function landingPage(...of: Parameters<typeof landingContent>): string {
  const [, base] = of;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Chain Tool Gateway</title>
    <link rel="icon" type="image/png" href="${base}${docs}/favicon-32x32.png">
    <style>${STYLES}</style>
  </head>
  <body>
${landingContent(...of)}
  </body>
</html>
`;
}

/** The content of the start page: addresses, and the tools by kind. Parameters as of `landingPage`. */
export function landingContent(
  tools: readonly ToolDefinition[],
  base: string,
  rateLimits: Settings['rateLimits'],
  fragmentOf: (tool: string) => string,
): string {
  const sections = Object.entries(KINDS).map(([kind, heading]) =>
    section(
      `${heading} (${limitText(rateLimits[kind as ToolKind])} requests per minute)`,
      tools.filter((tool) => tool.kind === kind),
      (tool) => `${base}${docs}${fragmentOf(tool)}`,
    ),
  );
  return `    <main>
      <h1>Chain Tool Gateway</h1>
      <p>Tools for an Antelope chain with BTC and USDT lending and an orderbook exchange. The service holds no keys
        and signs nothing.</p>
      <ul class="links">
        <li><a href="${base}${docs}">API reference</a>: try every tool in the browser</li>
        <li><a href="${base}${guide}/">Guide</a>: tutorials, how-to guides, reference and explanation, with a search</li>
        <li>OpenAPI documents: <a href="${base}${docs}/tools.json">the tools</a>, to generate a client;
          <a href="${base}${docs}/openapi.json">all routes</a>, with those of a node</li>
        <li>MCP: <code>POST ${base}${mcp}</code> (streamable HTTP)</li>
        <li><a href="${base}${health}">Health</a></li>
      </ul>
      <pre tabindex="0">curl -s &lt;this address&gt;${base}${toolPath('get_chain_info')} -d '{}'</pre>
${sections.join('\n')}
    </main>`;
}

function section(
  heading: string,
  tools: readonly ToolDefinition[],
  linkTo: (tool: string) => string,
): string {
  const rows = tools.map(
    ({ name, title }) =>
      `        <tr><td><a href="${linkTo(name)}"><code>${name}</code></a></td><td>${escaped(title)}</td></tr>`,
  );
  return `      <h2>${heading}</h2>
      <table>
${rows.join('\n')}
      </table>`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const STYLES = `
  :root { color-scheme: light dark; }
  body { margin: 0; font: 16px/1.5 system-ui, sans-serif; }
  main { max-width: 52rem; margin: 0 auto; padding: 2rem 1.25rem; }
  h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
  table { border-collapse: collapse; width: 100%; }
  td { padding: .25rem .75rem .25rem 0; border-bottom: 1px solid #8884; vertical-align: top; }
  pre { padding: .75rem 1rem; background: #8882; overflow-x: auto; border-radius: .4rem; }
`;
