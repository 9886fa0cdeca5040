export { AnswerField, answerSchemaOf } from './answer-fields';
export type { AnswerOptions } from './answer-fields';
export { AccountField, AmountField, PermissionField } from './chain-fields';
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
export { ERRORS, fail, ToolError, toolError, toolErrorBecause } from './errors';
export type { ErrorKind, Retry } from './errors';
export type { FieldOptions } from './field-rule';
export {
  BooleanField,
  EnumField,
  IntegerField,
  ObjectField,
  StringOrNumberField,
  TextField,
  TextListField,
} from './fields';
export type { TextLimits, TextListOptions, TextOptions } from './fields';
export { inputSchemaOf } from './input-schema';
export { listTools } from './list-tools';
export type { ToolDefinition } from './list-tools';
export { NETWORK_DESCRIPTION, NETWORKS, NetworkAnswer, NetworkInput, withNetworks } from './network-input';
export type { Network } from './network-input';
export { outputSchema } from './output-schema';
export type { OutputSchema } from './output-schema';
export { portableSchema } from './portable-schema';
export { holdsPrivateKey, PRIVATE_KEY_REASON } from './private-key-text';
export { readInput } from './read-input';
export { NAME_PATTERN } from './schema';
export type { Schema } from './schema';
export { ComposeTool, ErrorAnswer, ReadTool, RelayTool, ToolController } from './tool';
export type { ToolAnnotations, ToolDeclaration, ToolKind } from './tool';
export { ToolInput } from './tool-input';
export { truncated } from './wording';
