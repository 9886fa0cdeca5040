import type { PromptDefinition, ResourceDefinition } from '@app/chain-tools';
import { CODES, ProtocolFailure, type Schema } from '@app/tooling';
import { Injectable } from '@nestjs/common';
import { asToolError } from '../../platform/errors/error-mapping';
import { ContextCatalogue } from './context-catalogue';

/** Most values of one answer. Source: the protocol, completion/complete. */
const MAX_VALUES = 100;

type Completable = Pick<ResourceDefinition | PromptDefinition, 'inputSchema' | 'completions'>;

interface Completed {
  completion: { values: string[]; total: number; hasMore: boolean };
}

/** Values for arguments of prompts and for variables of resource templates. */
@Injectable()
export class Completion {
  constructor(private readonly catalogue: ContextCatalogue) {}

  /** Answers the params of completion/complete. @throws ProtocolFailure */
  async complete(params: Readonly<Record<string, unknown>> | undefined): Promise<Completed> {
    const { ref, argument, context } = readParams(params);
    const target = this.#target(ref);
    const fields = new Map(Object.entries(target.inputSchema.properties ?? {}));
    const field = fields.get(argument.name);
    if (field === undefined)
      refuse(`params.argument.name: there is no argument ${argument.name.slice(0, 100)}`);
    const candidates = await this.#candidates(target, argument.name, field, context);
    const values = candidates.filter((candidate) => candidate.startsWith(argument.value));
    return {
      completion: {
        values: values.slice(0, MAX_VALUES),
        total: values.length,
        hasMore: values.length > MAX_VALUES,
      },
    };
  }

  #target(ref: Readonly<Record<string, unknown>>): Completable {
    const { type, name, uri } = ref;
    const target =
      type === 'ref/prompt'
        ? this.catalogue.prompt(name)
        : type === 'ref/resource' && typeof uri === 'string'
          ? this.catalogue.find(uri)?.resource
          : undefined;
    return (
      target ?? refuse('params.ref names no prompt (ref/prompt, name) and no resource (ref/resource, uri)')
    );
  }

  /** Returns no values when the chain cannot answer: completions are optional. */
  async #candidates(
    target: Completable,
    name: string,
    field: Schema,
    known: Readonly<Record<string, string>>,
  ): Promise<readonly string[]> {
    if (name === 'network') return this.catalogue.networkNames();
    const completer = this.catalogue.completer(target.completions?.[name] ?? '');
    if (completer === undefined) return (field.enum ?? []).map(String);
    try {
      return await completer.call(known);
    } catch (error) {
      if (asToolError(error).status >= 500) throw error;
      return [];
    }
  }
}

interface CompletionParams {
  ref: Readonly<Record<string, unknown>>;
  argument: { name: string; value: string };
  context: Readonly<Record<string, string>>;
}

function readParams(params: Readonly<Record<string, unknown>> | undefined): CompletionParams {
  const ref = objectOf(params?.['ref']) ?? refuse('params.ref must name a prompt or a resource');
  const { name, value } = objectOf(params?.['argument']) ?? {};
  if (typeof name !== 'string' || typeof value !== 'string') {
    refuse('params.argument must have a name and a value, both strings');
  }
  const known = Object.entries(objectOf(objectOf(params?.['context'])?.['arguments']) ?? {});
  const context = Object.fromEntries(
    known.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
  return { ref, argument: { name, value }, context };
}

function objectOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}

function refuse(message: string): never {
  throw new ProtocolFailure(CODES.invalidParams, message);
}
