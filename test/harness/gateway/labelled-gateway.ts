import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { developmentProfileFile } from '@app/networks';
import { LONG_NODE_TIMEOUTS } from './long-timeouts';
import { type RunningGateway, startGateway } from './start-gateway';

/** A node as a gateway is configured with it. */
interface NamedNode {
  readonly url: string;
  readonly name: string;
  /** Probed where they are not given. */
  readonly capabilities?: readonly string[];
  readonly weight?: number;
}

const network = (nodes: readonly NamedNode[], verify?: string): string => {
  const rows = nodes.map(({ url, name, capabilities, weight = 1 }) => {
    const known = capabilities === undefined ? '' : `, capabilities: [${capabilities.join(', ')}]`;
    return `{ url: '${url}', label: ${name}, weight: ${weight}${known} }`;
  });
  const mode = verify === undefined ? '' : `, verify: '${verify}'`;
  return `{ chain_id: first-contact, profile: '${developmentProfileFile()}', nodes: [${rows.join(', ')}]${mode} }`;
};

/** A gateway with labelled nodes; testnet only when it has nodes. The only node of mainnet may answer late. */
export function startLabelledGateway(
  mainnet: readonly NamedNode[],
  {
    testnet = [],
    env = {},
    verify,
  }: {
    readonly testnet?: readonly NamedNode[];
    readonly env?: NodeJS.ProcessEnv;
    /** Of mainnet; undefined: the default. */
    readonly verify?: string;
  } = {},
): Promise<RunningGateway> {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'stream-')), 'networks.yaml');
  const rows = [`  mainnet: ${network(mainnet, verify)}`];
  if (testnet.length > 0) rows.push(`  testnet: ${network(testnet)}`);
  writeFileSync(file, `networks:\n${rows.join('\n')}\n`);
  return startGateway([], undefined, {
    ...(mainnet.length === 1 ? LONG_NODE_TIMEOUTS : {}),
    ...{ NETWORKS_FILE: file, RATE_LIMIT_MIRROR: '100000', ...env },
  });
}
