import 'reflect-metadata';
import { inputTypeOf } from '@app/tooling';
import type { Type } from '@nestjs/common';

const CONTEXT = 'tooling:context';
const PARAMETERS = 'design:paramtypes';

/** Names of completers by the field they complete. Fields with an enum need none. */
export type Completions = Readonly<Record<string, string>>;

/** Description of a resource besides its URI. */
export interface ResourceDeclaration {
  name: string;
  title: string;
  description: string;
  mimeType: 'text/markdown' | 'application/json';
  /** How long a client may keep what it read. */
  ttlMs: number;
  completions?: Completions;
}

/** Description of a prompt besides its name. */
export interface PromptDeclaration {
  title: string;
  description: string;
  completions?: Completions;
}

/** Metadata that a decorator sets on a method for `listContext`. */
export type ContextMetadata =
  | ({ kind: 'resource'; uri: string; input: Type<object> | undefined } & ResourceDeclaration)
  | ({ kind: 'prompt'; name: string; input: Type<object> | undefined } & PromptDeclaration)
  | { kind: 'completer'; name: string };

/** A method that takes nothing, or its `@ToolInput()`, its `@ToolNetwork()`, or both in this order. */
type ContextMethod<Result> = <M extends (...args: never[]) => Result | Promise<Result>>(
  target: object,
  method: string | symbol,
  descriptor: TypedPropertyDescriptor<M>,
) => void;

/**
 * Text that MCP clients read under `uri`: markdown as a string, JSON as an object. The method's
 * `@ToolInput()` declares the variables of the URI. A URI whose only variable is `{network}` is listed
 * once for each network; any other with variables is a template.
 */
export function McpResource(uri: string, declaration: ResourceDeclaration): ContextMethod<string | object> {
  return (target, method, { value }) => {
    mark(value, { kind: 'resource', uri, input: declaredInput(target, method), ...declaration });
  };
}

/**
 * A prompt that people pick in an MCP client: the method returns the text of its one user message. The
 * fields of its `@ToolInput()` are the arguments, which arrive as strings.
 */
export function McpPrompt(name: string, declaration: PromptDeclaration): ContextMethod<string> {
  return (target, method, { value }) => {
    mark(value, { kind: 'prompt', name, input: declaredInput(target, method), ...declaration });
  };
}

/** The values of an argument that are already known: strings, as they were typed. */
export type KnownArguments = Readonly<Record<string, string>>;

/**
 * Proposes values for fields that name it in `completions`. The method takes the arguments known so far
 * and returns every candidate; the surface keeps those that begin with what was typed.
 */
export function McpCompleter(
  name: string,
): <M extends (known: KnownArguments) => readonly string[] | Promise<readonly string[]>>(
  target: object,
  method: string | symbol,
  descriptor: TypedPropertyDescriptor<M>,
) => void {
  return (_target, _method, { value }) => {
    mark(value, { kind: 'completer', name });
  };
}

/** Declaration of a method; undefined for any other function. */
export function contextOf(method: unknown): ContextMetadata | undefined {
  if (typeof method !== 'function') return undefined;
  return Reflect.getMetadata(CONTEXT, method) as ContextMetadata | undefined;
}

function mark(method: unknown, metadata: ContextMetadata): void {
  Reflect.defineMetadata(CONTEXT, metadata, method as object);
}

function declaredInput(target: object, method: string | symbol): Type<object> | undefined {
  const parameters = (Reflect.getMetadata(PARAMETERS, target, method) ?? []) as unknown[];
  return parameters.length === 0 ? undefined : inputTypeOf(target, method);
}
