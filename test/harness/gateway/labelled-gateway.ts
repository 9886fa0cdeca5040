import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { developmentProfileFile } from '@app/networks';
import { type RunningGateway, startGateway } from './start-gateway';

/** A node as a gateway is configured with it. */
interface NamedNode {
  readonly url: string;
  readonly name: string;
  /** Probed where they are not given. */
  readonly capabilities?: readonly string[];
}

const network = (nodes: readonly NamedNode[]): string => {
  const rows = nodes.map(({ url, name, capabilities }) => {
    const known = capabilities === undefined ? '' : `, capabilities: [${capabilities.join(', ')}]`;
    return `{ url: '${url}', label: ${name}${known} }`;
  });
  return `{ chain_id: first-contact, profile: '${developmentProfileFile()}', nodes: [${rows.join(', ')}] }`;
};

/** A gateway with labelled nodes; testnet only when it has nodes. */
export function startLabelledGateway(
  mainnet: readonly NamedNode[],
  {
    testnet = [],
    env = {},
  }: { readonly testnet?: readonly NamedNode[]; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<RunningGateway> {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'stream-')), 'networks.yaml');
  const rows = [`  mainnet: ${network(mainnet)}`];
  if (testnet.length > 0) rows.push(`  testnet: ${network(testnet)}`);
  writeFileSync(file, `networks:\n${rows.join('\n')}\n`);
  return startGateway([], undefined, { NETWORKS_FILE: file, RATE_LIMIT_MIRROR: '100000', ...env });
}
