/** How a client connects: its name, and what is copied into it. */
export type Connection = readonly [client: string, text: string];

const json = (value: object): string => JSON.stringify(value, null, 2);

/**
 * Ways to connect programs.
 * @param address of the gateway, without a slash at its end
 */
export function connectionsOf(address: string, network: string): readonly Connection[] {
  const mcp = `${address}/mcp`;
  return [
    ['Claude Code', `claude mcp add --transport http chain ${mcp}`],
    [
      'Claude Desktop: claude_desktop_config.json',
      json({ mcpServers: { chain: { command: 'npx', args: ['-y', 'mcp-remote', mcp] } } }),
    ],
    ['Cursor: .cursor/mcp.json', json({ mcpServers: { chain: { url: mcp } } })],
    ['VS Code: .vscode/mcp.json', json({ servers: { chain: { type: 'http', url: mcp } } })],
    [
      'Other clients with a JSON file: .mcp.json',
      json({ mcpServers: { chain: { type: 'http', url: mcp } } }),
    ],
    ['OpenAI Agents SDK', `MCPServerStreamableHttp(params={"url": "${mcp}"})`],
    ['fastmcp (Python)', `Client("${mcp}")`],
    [
      'MCP Inspector',
      `npx @modelcontextprotocol/inspector --cli ${mcp} --transport http --method tools/list`,
    ],
    ['Read tools alone: nothing can be composed or sent', `${mcp}?tools=read`],
    ['A terminal', `curl -s ${address}/v1/tools/get_chain_info -d '{"network":"${network}"}'`],
    ['A client library of the node API', `${address}/${network}`],
  ];
}
