export { AccountField, AmountField, NAME_PATTERN, PermissionField } from './chain/chain-fields';
export { CONSISTENCY_FIELD, CONSISTENCY_HEADER, runConsistent, stateHeads } from './chain/consistent-calls';
export { HeadAnswer } from './chain/head-answer';
export { type NetworkName, NetworkAnswer, NetworkInput, NETWORKS } from './chain/network-input';
export {
  ComposeTool,
  kindOf,
  PROPOSAL_PAGE_URI,
  ReadTool,
  RelayTool,
  TOOL_KINDS,
  type ToolKind,
} from './chain/tool-kinds';
export { ToolNetwork, type ToolRequest } from './chain/tool-network';
export { VERIFIED_HEADER_NAME } from './chain/verified-calls';
export { type KnownArguments, McpCompleter, McpPrompt, McpResource } from './context/declaration';
export { listContext } from './context/list-context';
export type {
  CompleterDefinition,
  ContextDefinitions,
  PromptDefinition,
  ResourceDefinition,
} from './context/list-context';
export { expandUri, matchUri, variablesOf } from './context/uri-template';
export { ErrorAnswer } from './errors/error-answer';
export {
  errorCode,
  errorInWords,
  type ErrorKind,
  ERRORS,
  fail,
  toolError,
  toolErrorBecause,
} from './errors/errors';
export { recordToolCall, startToolCounts } from './metrics/record-tool-call';
