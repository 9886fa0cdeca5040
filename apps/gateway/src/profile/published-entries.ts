import type { NetworkConfig, ProfileCheckRow } from '@app/networks';
import { type AffectedSource, parseAffectedList, publishedSource } from '@app/proposals';
import { isDevelopmentNode } from './development-node';

/** Checks the entries of a profile that are published elsewhere than on the chain: the affected set, the registrar. */
export async function checkPublishedEntries(
  network: Pick<NetworkConfig, 'profile' | 'nodes'>,
  timeoutMs: number,
): Promise<ProfileCheckRow[]> {
  const { affectedSet, file } = network.profile;
  const source = affectedSet === null ? undefined : publishedSource(affectedSet, file, timeoutMs);
  const rows: ProfileCheckRow[] = [];
  if (source !== undefined) rows.push(row('affected_set', await affectedReason(source)));
  if (network.profile.registrarIsNode) rows.push(row('registrar_url', await registrarReason(network)));
  return rows;
}

async function affectedReason(source: AffectedSource): Promise<string | undefined> {
  try {
    parseAffectedList(await source());
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

async function registrarReason({ nodes }: Pick<NetworkConfig, 'nodes'>): Promise<string | undefined> {
  const node = nodes[0];
  if (node !== undefined && (await isDevelopmentNode(node.url))) return undefined;
  return `{node} is for development chains: ${node?.label ?? 'the node'} does not answer /devchain/status`;
}

const row = (entry: string, reason: string | undefined): ProfileCheckRow => ({
  entry,
  ok: reason === undefined,
  reason: reason ?? '',
});
