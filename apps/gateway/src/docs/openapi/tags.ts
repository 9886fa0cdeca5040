/** Groups of the API description in the order they are shown. */
const TAGS: readonly { readonly name: string; readonly description: string }[] = [
  { name: 'Chain', description: 'Head of the chain and rows of any contract table' },
  { name: 'Account', description: 'Balances, permissions, transfers and new accounts' },
  { name: 'Market', description: 'Order book, own orders, trades, the oracle price' },
  { name: 'Lending', description: 'Pools, loans, vaults and the redemption queue' },
  { name: 'Bridge', description: 'Bitcoin in and out of the chain' },
  { name: 'Plans', description: 'Several steps as one transaction' },
  {
    name: 'Relay',
    description: 'Broadcast of a transaction that the caller signed, and what a transaction did or would do',
  },
  { name: 'Events', description: 'What happens on the chain, as it happens' },
  { name: 'MCP', description: 'The same tools over the Model Context Protocol' },
  { name: 'Node-chain', description: 'The routes of a node: /v1/chain and /v1/node' },
  { name: 'Node-history', description: 'Indexed history: /v1/history' },
  { name: 'Node-traces', description: 'Traces of blocks: /v1/trace_api' },
  { name: 'Node-index', description: 'Indexed history, state and statistics: /v2' },
  { name: 'Health', description: 'Whether this worker serves' },
];

/** The described groups among `used`, then those without a description. */
export function tagsOf(used: Iterable<string>): { name: string; description?: string }[] {
  const names = new Set(used);
  const described = TAGS.filter(({ name }) => names.has(name));
  const others = [...names].filter((name) => !TAGS.some((tag) => tag.name === name));
  return [...described, ...others.map((name) => ({ name }))];
}
