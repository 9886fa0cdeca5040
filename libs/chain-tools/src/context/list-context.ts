import {
  type DeploymentTerms,
  inputSchemaOf,
  parametersOf,
  readInput,
  type Schema,
  termsIn,
  withTerms,
} from '@app/tooling';
import type { Type } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import type { NetworkInput } from '../chain/network-input';
import { type ContextMetadata, contextOf, type KnownArguments } from './declaration';

type Declared<K extends ContextMetadata['kind']> = Omit<
  Extract<ContextMetadata, { kind: K }>,
  'kind' | 'input'
>;

/** A schema of the input, and a function that validates it and calls the method. */
interface Callable<Result> {
  readonly inputSchema: Schema;
  /** @throws ToolError for input that is refused, and what the method throws */
  call(input: unknown): Promise<Result>;
}

/** A resource of MCP with the schema of the variables of its URI. */
export type ResourceDefinition = Declared<'resource'> & Callable<string | object>;
/** A prompt of MCP with the schema of its arguments. */
export type PromptDefinition = Declared<'prompt'> & Callable<string>;
/** A completer of MCP arguments. `call` takes the arguments known so far and returns all values. */
export interface CompleterDefinition {
  readonly name: string;
  call(known: KnownArguments): Promise<readonly string[]>;
}

/** Everything of the application that MCP clients read besides tools, by name or URI. */
export interface ContextDefinitions {
  readonly resources: readonly ResourceDefinition[];
  readonly prompts: readonly PromptDefinition[];
  readonly completers: readonly CompleterDefinition[];
}

const NO_INPUT: Schema = { type: 'object', properties: {}, additionalProperties: false };

/**
 * The resources, prompts and completers that the providers of the application declare, in a fixed order.
 * @param networkOf makes what a method gets for its `@ToolNetwork()`, of the name in its input
 * @throws Error when two claim the same name or URI, or a completion names no completer.
 */
export function listContext(
  discovery: DiscoveryService,
  networkOf: (name: string) => object = refuseNetwork,
): ContextDefinitions {
  const found = declaredMethods(discovery);
  const terms = termsIn(discovery);
  const callable = <Result>({ metadata, ...method }: DeclaredMethod): Callable<Result> =>
    callableOf('input' in metadata ? metadata.input : undefined, method, { networkOf, terms });
  const resources = found.flatMap((method) =>
    method.metadata.kind === 'resource'
      ? [{ ...without(method.metadata), ...callable<string | object>(method) }]
      : [],
  );
  const prompts = found.flatMap((method) =>
    method.metadata.kind === 'prompt' ? [{ ...without(method.metadata), ...callable<string>(method) }] : [],
  );
  const completers = found.flatMap(({ metadata, invoke }) =>
    metadata.kind === 'completer'
      ? [
          {
            name: metadata.name,
            call: (known: KnownArguments) => invoke(known) as Promise<readonly string[]>,
          },
        ]
      : [],
  );
  const definitions = {
    resources: sorted(resources, ({ uri }) => uri),
    prompts: sorted(prompts, ({ name }) => name),
    completers: sorted(completers, ({ name }) => name),
  };
  refuseUnknownCompleters(definitions);
  return definitions;
}

interface DeclaredMethod {
  readonly metadata: ContextMetadata;
  readonly hasInput: boolean;
  readonly hasDerived: boolean;
  invoke(...parameters: unknown[]): Promise<unknown>;
}

function declaredMethods(discovery: DiscoveryService): DeclaredMethod[] {
  const wrappers = [...discovery.getProviders(), ...discovery.getControllers()];
  const instances = new Set(wrappers.map(({ instance }) => instance as unknown).filter(isInstance));
  return [...instances].flatMap((instance) => {
    const prototype = Object.getPrototypeOf(instance) as Record<string, unknown> | null;
    if (prototype === null || prototype === Object.prototype) return [];
    return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
      const method = prototype[name];
      const metadata = contextOf(method);
      if (metadata === undefined) return [];
      const invoke = async (...parameters: unknown[]): Promise<unknown> =>
        (method as (this: object, ...parameters: unknown[]) => unknown).apply(instance, parameters);
      return [{ metadata, invoke, ...parametersOf(prototype, name) }];
    });
  });
}

function isInstance(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function without<M extends { kind: string; input: unknown }>(metadata: M): Omit<M, 'kind' | 'input'> {
  const declared: Partial<M> = { ...metadata };
  delete declared.kind;
  delete declared.input;
  return declared as Omit<M, 'kind' | 'input'>;
}

/** A method gets its input, and the network that it names where it takes one. */
function callableOf<Result>(
  type: Type<object> | undefined,
  { hasInput, hasDerived, invoke }: Omit<DeclaredMethod, 'metadata'>,
  { networkOf, terms }: { networkOf: (name: string) => object; terms: DeploymentTerms | undefined },
): Callable<Result> {
  if (type === undefined) return { inputSchema: NO_INPUT, call: () => invoke() as Promise<Result> };
  return {
    inputSchema: withTerms(inputSchemaOf(type), terms),
    call: async (raw) => {
      const input = readInput(type, raw, terms);
      const { network = '' } = input as Partial<NetworkInput>;
      return (await invoke(
        ...(hasInput ? [input] : []),
        ...(hasDerived ? [networkOf(network)] : []),
      )) as Result;
    },
  };
}

function refuseNetwork(name: string): never {
  throw new Error(`network ${name}: no networks were given to listContext`);
}

function sorted<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const ordered = [...items].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const twice = ordered.find((item, index) => {
    const next = ordered[index + 1];
    return next !== undefined && keyOf(next) === keyOf(item);
  });
  if (twice !== undefined) throw new Error(`${keyOf(twice)} is declared twice`);
  return ordered;
}

function refuseUnknownCompleters({ resources, prompts, completers }: ContextDefinitions): void {
  const known = new Set(completers.map(({ name }) => name));
  for (const { name, completions = {} } of [...resources, ...prompts]) {
    const unknown = Object.values(completions).find((completer) => !known.has(completer));
    if (unknown !== undefined) throw new Error(`${name}: there is no completer ${unknown}`);
  }
}
