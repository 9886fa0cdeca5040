import { isDeepStrictEqual } from 'node:util';
import type { NetworkConfig } from './network-config';

/** Differences between the configuration in use and a new one. */
export interface NetworkChanges {
  /** Networks whose nodes, verification or profile are others now. */
  readonly changed: readonly NetworkConfig[];
  /** Those of them that have another profile. */
  readonly renewed: readonly NetworkConfig[];
  /** Changes that a running process does not take over, each with its path in the networks file. */
  readonly refused: readonly string[];
}

const RESTART = 'needs a restart';

/** Compares two configurations. Pure. */
export function networkChanges(
  before: readonly NetworkConfig[],
  now: readonly NetworkConfig[],
): NetworkChanges {
  const has = (configs: readonly NetworkConfig[], name: string): boolean =>
    configs.some((config) => config.name === name);
  const removed = before.filter(({ name }) => !has(now, name));
  const added = now.filter(({ name }) => !has(before, name));
  const pairs = now.flatMap((config) => {
    const known = before.find(({ name }) => name === config.name);
    return known === undefined ? [] : [{ known, config }];
  });
  return {
    changed: pairs.flatMap(({ known, config }) => (isServedAlike(known, config) ? [] : [config])),
    renewed: pairs.flatMap(({ known, config }) => (known.profile.isSame(config.profile) ? [] : [config])),
    refused: [
      ...removed.map(({ name }) => `networks.${name}: to remove a network ${RESTART}`),
      ...added.map(({ name }) => `networks.${name}: to add a network ${RESTART}`),
      ...pairs.flatMap(({ known, config }) => refusedOf(known, config)),
    ],
  };
}

/** Answers, pushes and request ids that are kept are of one chain; whether its tokens are worth money is in declarations. */
function refusedOf(known: NetworkConfig, config: NetworkConfig): string[] {
  const changes = {
    chain_id: known.chainId !== config.chainId,
    real_funds: known.realFunds !== config.realFunds,
  };
  return [
    ...Object.entries(changes).flatMap(([member, isChanged]) =>
      isChanged ? [`networks.${config.name}.${member}: its change ${RESTART}`] : [],
    ),
    ...(endsQuorum(known, config)
      ? [`networks.${config.name}.verify: ${config.verify} in place of quorum, by these nodes, ${RESTART}`]
      : []),
  ];
}

/** One node less can turn the default into `off`: money would follow the word of one node, and no one said so. */
const endsQuorum = (known: NetworkConfig, { verify, realFunds }: NetworkConfig): boolean =>
  realFunds && known.verify === 'quorum' && verify !== 'quorum';

const isServedAlike = (one: NetworkConfig, other: NetworkConfig): boolean =>
  one.verify === other.verify &&
  one.profile.isSame(other.profile) &&
  isDeepStrictEqual(one.nodes, other.nodes);
