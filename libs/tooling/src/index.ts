export { AnswerField } from './declare/answer-fields';
export { ChoiceField } from './declare/choice-field';
export {
  type BucketOfKind,
  defineTool,
  namedExamples,
  type RulesOfKind,
  type ToolAnnotations,
  ToolController,
  type ToolDeclaration,
  type ToolMethod,
} from './declare/define-tool';
export { type Detail, ConciseMark, conciseForm, DetailField, leavingOut, without } from './declare/detail';
export {
  BooleanField,
  EnumField,
  IntegerField,
  ObjectField,
  ObjectListField,
  StringOrNumberField,
  TextField,
} from './declare/fields';
export { type FieldOptions, inputField, type Rule } from './declare/input-field';
export { listTools, termsIn, type ToolDefinition, toolNames } from './declare/list-tools';
export type { Answer, HeaderTarget } from './declare/ruled-calls';
export { TextListField } from './declare/text-list-field';
export {
  derivedParameter,
  type InputRequest,
  inputTypeOf,
  MAX_SMALL_BODY_BYTES,
  parametersOf,
  ToolInput,
} from './declare/tool-input';
export { toolPath, TOOLS_PREFIX } from './declare/tool-path';
export type { ErrorRow, Retry } from './errors/error-row';
export { PRIVATE_KEY_REASON } from './errors/private-key-text';
export { asToolError } from './errors/as-tool-error';
export { ToolErrorFilter } from './errors/tool-error.filter';
export { errorsOf, ToolError } from './errors/tool-error';
export { TOOL_ERRORS } from './errors/tool-errors';
export { described, quoted, truncated } from './errors/wording';
export { AnswerText, measured, type MeasuredText, quotedText } from './json/answer-text';
export { jsonRefusal } from './json/json-refusal';
export { jsonProblem } from './json/json-text';
export {
  type Caller,
  McpApplication,
  type McpMethod,
  type MethodResult,
  type ServerIdentity,
  type ToolCall,
} from './mcp/mcp-application';
export { MCP_PROVIDERS, type ServedTools, ToolsModule } from './mcp/tools.module';
export { McpService } from './mcp/mcp.service';
export { LIST_TTL_MS } from './mcp/protocols/method-table';
export { CODES, errorReply, type HttpReply, idOf, ProtocolFailure } from './mcp/transport/json-rpc';
export { lenientArguments } from './mcp/tools/lenient-arguments';
export { refuseCursor, ToolCatalogue } from './mcp/tools/tool-catalogue';
export { CONTRACT } from './mcp/tools/tool-selection';
export { DEPLOYMENT_TERMS, type DeploymentTerms, valuesOf, withTerms } from './schema/deployment-terms';
export { inputSchemaOf } from './schema/input-schema';
export type { OutputSchema } from './schema/output-schema';
export { MAX_SAFE_INTEGER, type Schema } from './schema/schema';
export { constraint } from './validate/constraints';
export { readInput } from './validate/read-input';
export { wrongType } from './validate/reasons';
