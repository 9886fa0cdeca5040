import { applyDecorators, Controller, HttpCode, Post, SetMetadata, Type } from '@nestjs/common';
import {
  ApiBody,
  ApiExtension,
  ApiHeader,
  type ApiHeaderOptions,
  ApiOkResponse,
  ApiExtraModels,
  ApiOperation,
  ApiProperty,
  ApiResponse,
  type ApiResponseNoStatusOptions,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { inputSchemaOf } from '../schema/input-schema';
import type { Schema } from '../schema/schema';
import type { ConciseForm } from './detail';
import { inputTypeOf, limitBody } from './tool-input';
import { TOOLS_PREFIX } from './tool-path';
import { applyRules, type CallRules } from './ruled-calls';

/** The hints MCP clients are given; all four are always said. */
export interface ToolAnnotations {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** Description of a tool besides its name; `A` is the answer its method returns. */
export interface ToolDeclaration<A extends object> {
  title: string;
  /** For humans and models alike; at most 1024 characters, so that every MCP client keeps it whole. */
  description: string;
  answer: Type<A>;
  /** The short form of the answer: where the input has `detail`. */
  concise?: ConciseForm<A>;
  /** Inputs that work; shown in Swagger and tried by the contract test. */
  examples: object[];
  /** A tool that the contract does not name: marked in OpenAPI and MCP, absent under `?tools=contract`. */
  isExtension?: boolean;
  /** When the hints differ from those of its kind. */
  annotations?: Partial<ToolAnnotations>;
}

/** Headers in the API description. */
type DescribedHeaders = NonNullable<ApiResponseNoStatusOptions['headers']>;

/** Where calls are counted; the application counts them. */
export interface BucketOfKind {
  /** Named in the API description. */
  readonly name: string;
  /** Has the calls of a method counted: a guard, or a mark that a guard of the application reads. */
  readonly count: MethodDecorator;
}

type Refusals = readonly (readonly [status: number | 'default', text: string])[];

/** Rules that all tools of one kind share. */
export interface RulesOfKind {
  /** `read`, `change`: what the application calls it. */
  readonly kind: string;
  /** Place of the kind in lists of tools; kinds of one place are mixed. */
  readonly place?: number;
  readonly bucket?: BucketOfKind;
  /** Largest body. Undefined: MAX_SMALL_BODY_BYTES. */
  readonly maxBodyBytes?: number;
  /** The hints of tools that state no others. */
  readonly annotations: ToolAnnotations;
  /** Statuses of refusals, with their texts. */
  readonly refusals?: Refusals;
  /** Class of the body of a refusal. */
  readonly refusal?: Type<object>;
  readonly requestHeaders?: readonly ApiHeaderOptions[];
  readonly answerHeaders?: DescribedHeaders;
  /** Members of `_meta` of each tool in tools/list. */
  readonly meta?: object;
  /** Whether an answer serves equal calls. */
  readonly isKept?: boolean;
  /** Runs each call of the method. Undefined: it is called as it is. */
  readonly around?: CallRules['around'];
}

/** Metadata that the decorator sets on the method for `listTools`. */
export interface ToolMetadata {
  name: string;
  kind: string;
  place: number;
  bucket: string | undefined;
  isExtension: boolean;
  title: string;
  description: string;
  annotations: ToolAnnotations;
  input: Type<object>;
  answer: Type<object>;
  concise: Type<object> | undefined;
  examples: object[];
  meta: object | undefined;
  /** Whether an answer serves equal calls. */
  isKept: boolean;
}

export const TOOL = 'tooling:tool';
const GROUP = 'tooling:group';

/** The body of every refusal. */
export class ErrorAnswer {
  @ApiProperty({ description: 'What was wrong, the field first where there is one' })
  error!: string;

  @ApiProperty({ description: 'What kind of error it is', example: 'invalid_arguments' })
  code!: string;
}

const REFUSALS: Refusals = [[400, 'Invalid arguments, or the tool failed']];

/** A controller whose methods are tools: routes under TOOLS_PREFIX, one tag in the API description. */
export function ToolController(tag: string): ClassDecorator {
  return applyDecorators(Controller(TOOLS_PREFIX), ApiTags(tag), SetMetadata(GROUP, tag.toLowerCase()));
}

/** The tag of a tool controller in lower case. */
export function groupOf(controller: object): string {
  return (Reflect.getMetadata(GROUP, controller.constructor) as string | undefined) ?? '';
}

/** A decorator of a method that returns an answer. */
export type ToolMethod<A> = <M extends (...args: never[]) => A | Promise<A>>(
  target: object,
  method: string | symbol,
  descriptor: TypedPropertyDescriptor<M>,
) => void;

/** A method as REST route, operation of the API description, tool of MCP and count of a bucket. */
export function defineTool<A extends object>(
  name: string,
  declaration: ToolDeclaration<A>,
  rules: RulesOfKind,
): ToolMethod<A> {
  const { kind, place = 0, bucket, meta, isKept = false, around, maxBodyBytes } = rules;
  return (target, method, descriptor) => {
    checkWords(name, declaration.description);
    const { title, description, answer, concise, examples, isExtension = false } = declaration;
    const input = inputTypeOf(target, method);
    const schema = inputSchemaOf(input);
    if ((concise !== undefined) !== (schema.properties?.['detail'] !== undefined))
      throw new Error(
        `tool ${name}: an input has \`detail\` where the answer has a short form, and nowhere else`,
      );
    const metadata: ToolMetadata = {
      ...{ name, kind, place, bucket: bucket?.name, isExtension, title, description },
      annotations: { ...rules.annotations, ...declaration.annotations },
      ...{ input, answer, concise: concise?.answer, examples, meta, isKept },
    };
    const callRules = {
      ...(around !== undefined && { around }),
      ...(concise !== undefined && { shorten: (whole: object) => concise.of(whole as A) }),
    };
    if (maxBodyBytes !== undefined) limitBody(target, method, maxBodyBytes);
    if (around !== undefined || concise !== undefined) applyRules(callRules, target, method, descriptor);
    applyDecorators(
      SetMetadata(TOOL, metadata),
      Post(name),
      HttpCode(200),
      ...(bucket === undefined ? [] : [bucket.count]),
      ...describedTool(metadata, schema, rules),
    )(target, method, descriptor);
  };
}

/** A tool as an operation of the API description. */
function describedTool(
  { name, title, description, bucket, isExtension, answer, concise, examples }: ToolMetadata,
  schema: Schema,
  { refusals = REFUSALS, refusal = ErrorAnswer, requestHeaders = [], answerHeaders = {} }: RulesOfKind,
): MethodDecorator[] {
  return [
    ApiOperation({ operationId: name, summary: title, description }),
    ...(bucket === undefined ? [] : [ApiExtension('x-rate-limit-bucket', bucket)]),
    ...(isExtension ? [ApiExtension('x-extension', true)] : []),
    // No body is an empty object: what asks for no field takes none.
    ApiBody({
      required: schema.required !== undefined,
      schema: schema as object,
      examples: namedExamples(examples),
    }),
    ...requestHeaders.map((header) => ApiHeader(header)),
    ApiExtraModels(answer, ...(concise === undefined ? [] : [concise])),
    ApiOkResponse({
      ...(concise === undefined
        ? { type: answer }
        : { schema: { anyOf: [answer, concise].map((type) => ({ $ref: getSchemaPath(type) })) } }),
      description: title,
      headers: answerHeaders,
    }),
    ...refusals.map(([status, text]) => ApiResponse({ status, description: text, type: refusal })),
  ];
}

function checkWords(name: string, description: string): void {
  if (!/^[a-z0-9_]{1,64}$/.test(name)) throw new Error(`tool name ${name}: must match ^[a-z0-9_]{1,64}$`);
  if (description.length > 1024)
    throw new Error(`tool ${name}: the description has ${description.length} characters; at most 1024`);
}

/** A value, or the first text of each item of a list of objects; undefined for other objects. */
function exampleText(content: unknown): string | undefined {
  if (typeof content !== 'object' || content === null) return String(content);
  if (!Array.isArray(content)) return undefined;
  const texts = content.map((item: object) => Object.values(item).find((value) => typeof value === 'string'));
  return texts.join(', ');
}

/** Examples under the name of what they show: `pair=btcusdt, depth=5`. */
export function namedExamples(examples: object[]): Record<string, { value: object }> {
  return Object.fromEntries(
    examples.map((value) => {
      const members = Object.entries(value).map(([member, content]) => {
        const text = exampleText(content);
        return text === undefined ? member : `${member}=${text}`;
      });
      return [members.join(', ').slice(0, 80) || 'no fields', { value }];
    }),
  );
}
