import {
  developmentProfileFile,
  Networks,
  nodeConfigs,
  readProfile,
  type NetworkConfig,
  type NodeCapability,
} from '@app/networks';
import { systemClock } from '@app/operations';
import { Chains, type ChainsOptions } from '@app/upstream';

const profile = readProfile(developmentProfileFile());

interface NodeEntry {
  readonly url: string;
  readonly capabilities?: NodeCapability[];
  readonly weight?: number;
}

/** Networks of one: mainnet on these nodes. */
export const mainnetOn = (nodes: readonly (string | NodeEntry)[], chainId?: string): Networks =>
  new Networks([
    {
      name: 'mainnet',
      chainId,
      nodes: nodeConfigs(nodes.map((node) => (typeof node === 'string' ? { url: node } : node))),
      profile,
      realFunds: false,
      verify: 'off',
    } satisfies NetworkConfig,
  ]);

/** Limits of a push that are short enough for a test. */
export const SHORT_PUSH = {
  ...{ budgetMs: 20_000, lookups: 2, pauseMs: 10 },
  ...{ inBlockMs: 10_000, lookPauseMs: 10, hedgeMs: 100 },
};

/** Chains with deadlines and a retry policy short enough for a test. */
export const chainsWithShortTimeouts = (networks: Networks, options: Partial<ChainsOptions> = {}): Chains =>
  new Chains(networks, {
    clock: systemClock,
    deadlinesMs: { info: 3_000, account: 1_500, table: 1_500, push: 300, lookup: 300, compute: 1_500 },
    push: SHORT_PUSH,
    ...options,
  });
