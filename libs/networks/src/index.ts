export { ConfigurationError } from './configuration-error';
export { ContractProfile, type ProfileWithoutTables } from './contract-profile';
export type { ActionCall, BookSideIndex, Pair, PriceIndex, TableAddress, Token } from './profile-parts';
export {
  accountsToCheck,
  checkProfile,
  profileEntry,
  type ChainFacts,
  type ProfileCheckRow,
} from './check-profile';
export { developmentProfileFile, shippedFile } from './development';
export { profileJsonSchema } from './profile-json-schema';
export {
  namedProfiles,
  NetworkNotConfiguredError,
  Networks,
  readProfile,
  type NetworksSource,
} from './networks';
export { networkChanges, type NetworkChanges } from './network-changes';
export type { NetworkConfig } from './network-config';
export { foundNodes, nodesOfEntries, type FoundHost } from './found-nodes';
export { NODE_CAPABILITIES, type NodeCapability, type NodeConfig, type VerifyMode } from './node-config';
export { nodeConfigs, type ConfiguredNode, type DiscoveryKind } from './node-schema';
export { NETWORK_NAMES, networksSchema, type NetworkName } from './networks-schema';
export {
  PAIR_PATTERN,
  TOKEN_SYMBOLS,
  type ActionKey,
  type ApiSymbol,
  type MemoKey,
  type Role,
  type TableKey,
} from './profile-terms';
export { knownMembers } from './known-members';
export type { TemplateValues } from './template';
export { readYamlFile } from './yaml-file';
