export { AnswerField } from './declare/answer-fields';
export { AccountField, AmountField, PermissionField } from './chain/chain-fields';
export { McpCompleter, McpPrompt, McpResource } from './context/declaration';
export type { KnownArguments } from './context/declaration';
export { listContext } from './context/list-context';
export type {
  CompleterDefinition,
  ContextDefinitions,
  PromptDefinition,
  ResourceDefinition,
} from './context/list-context';
export { expandUri, matchUri, variablesOf } from './context/uri-template';
export { errorCode, ERRORS, fail, ToolError, toolError, toolErrorBecause } from './errors/errors';
export type { ErrorCode, ErrorKind } from './errors/errors';
export {
  BooleanField,
  EnumField,
  IntegerField,
  ObjectField,
  ObjectListField,
  StringOrNumberField,
  TextField,
} from './declare/fields';
export { type Detail, ConciseMark, conciseForm, DetailField, leavingOut, without } from './declare/detail';
export { ChoiceField } from './declare/choice-field';
export { DEPLOYMENT_TERMS, valuesOf, withTerms } from './schema/deployment-terms';
export type { DeploymentTerms } from './schema/deployment-terms';
export { TextListField } from './declare/text-list-field';
export { listTools, toolNames } from './declare/list-tools';
export type { ToolDefinition } from './declare/list-tools';
export { recordToolCall, startToolCounts } from './metrics/record-tool-call';
export { NETWORKS, NetworkAnswer, NetworkInput } from './chain/network-input';
export type { NetworkName } from './chain/network-input';
export type { OutputSchema } from './schema/output-schema';
export { PRIVATE_KEY_REASON } from './errors/private-key-text';
export { readInput } from './validate/read-input';
export { NAME_PATTERN } from './schema/schema';
export type { Schema } from './schema/schema';
export { ComposeTool, ReadTool, RelayTool } from './chain/tool-kinds';
export { ErrorAnswer, namedExamples, ToolController } from './declare/define-tool';
export type { ToolKind } from './declare/define-tool';
export { MAX_SMALL_BODY_BYTES, ToolInput } from './declare/tool-input';
export { ToolNetwork } from './chain/tool-network';
export type { ToolRequest } from './chain/tool-network';
export { toolPath, TOOLS_PREFIX } from './declare/tool-path';
export { CONSISTENCY_FIELD, CONSISTENCY_HEADER, runConsistent, stateHeads } from './chain/consistent-calls';
export { VERIFIED_HEADER_NAME } from './chain/verified-calls';
export { truncated } from './errors/wording';
