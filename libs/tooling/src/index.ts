export { AnswerField, answerSchemaOf } from './declare/answer-fields';
export type { AnswerOptions } from './declare/answer-fields';
export { AccountField, AmountField, PermissionField } from './declare/chain-fields';
export { McpCompleter, McpPrompt, McpResource } from './context/declaration';
export type {
  Completions,
  KnownArguments,
  PromptDeclaration,
  ResourceDeclaration,
} from './context/declaration';
export { listContext } from './context/list-context';
export type {
  CompleterDefinition,
  ContextDefinitions,
  PromptDefinition,
  ResourceDefinition,
} from './context/list-context';
export { expandUri, matchUri, variablesOf } from './context/uri-template';
export { ERRORS, fail, ToolError, toolError, toolErrorBecause } from './errors/errors';
export type { ErrorKind, Retry } from './errors/errors';
export type { FieldOptions } from './declare/input-field';
export {
  BooleanField,
  EnumField,
  IntegerField,
  ObjectField,
  StringOrNumberField,
  TextField,
} from './declare/fields';
export type { TextOptions } from './declare/fields';
export { TextListField } from './declare/text-list-field';
export { inputSchemaOf } from './schema/input-schema';
export { listTools } from './declare/list-tools';
export type { ToolDefinition } from './declare/list-tools';
export {
  NETWORK_DESCRIPTION,
  NETWORKS,
  NetworkAnswer,
  NetworkInput,
  withNetworks,
} from './declare/network-input';
export type { Network } from './declare/network-input';
export { outputSchema } from './schema/output-schema';
export type { OutputSchema } from './schema/output-schema';
export { portableSchema } from './schema/portable-schema';
export { holdsPrivateKey, PRIVATE_KEY_REASON } from './errors/private-key-text';
export { readInput } from './validate/read-input';
export { NAME_PATTERN } from './schema/schema';
export type { Schema } from './schema/schema';
export { ComposeTool, ErrorAnswer, ReadTool, RelayTool, ToolController } from './declare/tool';
export type { ToolAnnotations, ToolDeclaration, ToolKind } from './declare/tool';
export { ToolInput } from './declare/tool-input';
export { toolPath, TOOLS_PREFIX } from './declare/tool-path';
export { truncated } from './errors/wording';
