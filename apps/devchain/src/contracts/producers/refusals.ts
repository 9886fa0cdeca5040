/** Why the system contract refuses votes, in the words of eosio.system. */
export const REFUSALS = {
  noKey: 'public key should not be the default value',
  urlTooLong: 'url too long',
  notFound: 'producer not found',
  bothProxyAndProducers: 'cannot vote for producers and proxy at same time',
  proxyToSelf: 'cannot proxy to self',
  invalidProxy: 'invalid proxy specified',
  proxyNotFound: 'proxy not found',
  tooManyProducers: 'attempt to vote for too many producers',
  notSorted: 'producer votes must be unique and sorted',
  notRegistered: (producer: string) => `producer ${producer} is not registered`,
  notActive: (producer: string) => `producer ${producer} is not currently registered`,
  proxyUsesProxy: 'account registered as a proxy is not allowed to use a proxy',
  usesProxy: 'account that uses a proxy is not allowed to become a proxy',
  noChange: 'action has no effect',
  noStake: 'user must hold NATIVE before they can vote',
} as const;
