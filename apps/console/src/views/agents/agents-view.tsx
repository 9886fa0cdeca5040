import type { JSX } from 'preact';
import { addressOf, BASE } from '../../app/location';
import type { ViewProps } from '../view-props';
import { loadTools } from '../../gateway/load-tools';
import { usePoll } from '../../gateway/poll';
import { Copy } from '../../ui/copy';
import { Panel, PolledPanel } from '../../ui/panel';

/** How to connect programs that use the tools. */
export function AgentsView({ network: { name } }: ViewProps): JSX.Element {
  const tools = usePoll('tools', 0, loadTools);
  const address = `${location.origin}${BASE}`;
  const mcp = `${address}/mcp`;
  const config = JSON.stringify({ mcpServers: { chain: { type: 'http', url: mcp } } }, null, 2);
  const clients: readonly (readonly [string, string])[] = [
    ['Claude Code', `claude mcp add --transport http chain ${mcp}`],
    ['Clients with a JSON file (.mcp.json)', config],
    ['Read tools alone', `${mcp}?tools=read`],
    [
      'MCP Inspector',
      `npx @modelcontextprotocol/inspector --cli ${mcp} --transport http --method tools/list`,
    ],
    ['A terminal', `curl -s ${address}/v1/tools/get_chain_info -d '{"network":"${name}"}'`],
    ['A client library of the node API', `${address}/${name}`],
  ];
  return (
    <>
      <h1>Agents and programs</h1>
      <Panel title="Connect">
        <p>
          No login and no key: the gateway holds none. The tools of this network are the same over MCP and
          REST.
        </p>
        {clients.map(([client, text]) => (
          <div key={client}>
            <h3>{client}</h3>
            <pre tabIndex={0} role="region" aria-label={client}>
              {text}
            </pre>
            <Copy text={text} />
          </div>
        ))}
      </Panel>
      <PolledPanel title="Tools" state={tools}>
        {(forms) => (
          <ul class="list">
            {forms.map(({ name: tool, title, kind }) => (
              <li key={tool}>
                <a href={addressOf(name, 'tools', tool)} class="mono">
                  {tool}
                </a>{' '}
                {title} <span class="muted">({kind})</span>
              </li>
            ))}
          </ul>
        )}
      </PolledPanel>
    </>
  );
}
