import type { INestApplicationContext } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, ModulesContainer } from '@nestjs/core';
import { answerSchemaOf } from './answer-fields';
import { DEPLOYMENT_TERMS, type DeploymentTerms, withTerms } from '../schema/deployment-terms';
import { eitherSchema } from '../schema/either-schema';
import { inputSchemaOf } from '../schema/input-schema';
import { outputSchema, type OutputSchema } from '../schema/output-schema';
import { portableSchema } from '../schema/portable-schema';
import { readInput } from '../validate/read-input';
import type { Schema } from '../schema/schema';
import { groupOf, TOOL, ToolMetadata } from './define-tool';

/** One tool of the running application, with everything a surface needs to offer and call it. */
export interface ToolDefinition extends ToolMetadata {
  /** Schema of the request body for OpenAPI. */
  requestSchema: Schema;
  /** Schema of the input for MCP clients, in the portable subset. */
  inputSchema: Schema;
  /** Every member of the answer. */
  outputSchema: OutputSchema;
  /** The tag of its controller in lower case: `market`, `lending`. */
  group: string;
  controller: object;
  method: string;
  /** The input of a call, checked. @throws ToolError */
  read(raw: unknown): object;
}

/**
 * Every tool of the application's controllers, in a fixed order: by the place of the kind, then by name. The terms of the deployment are
 * those that a provider of the application gives as DEPLOYMENT_TERMS.
 *
 * @throws Error when two methods claim the same name.
 */
export function listTools(source: INestApplicationContext | DiscoveryService): ToolDefinition[] {
  const discovery =
    source instanceof DiscoveryService ? source : new DiscoveryService(source.get(ModulesContainer));
  const terms = termsIn(discovery);
  const tools = controllersOf(discovery)
    .flatMap((controller) => toolsOf(controller, terms))
    .sort((a, b) => a.place - b.place || (a.name < b.name ? -1 : 1));
  const twice = tools.find(({ name }, index) => tools[index + 1]?.name === name);
  if (twice !== undefined) throw new Error(`two controllers declare the tool ${twice.name}`);
  return tools;
}

/** The names of all tools, in no order. */
export function toolNames(source: INestApplicationContext): string[] {
  return controllersOf(new DiscoveryService(source.get(ModulesContainer)))
    .flatMap(declarationsOf)
    .map(({ metadata }) => metadata.name);
}

/** The terms that a provider of the application gives; undefined where none does. */
export function termsIn(discovery: DiscoveryService): DeploymentTerms | undefined {
  const provider = discovery.getProviders().find(({ token }) => token === DEPLOYMENT_TERMS);
  return provider?.instance as DeploymentTerms | undefined;
}

const controllersOf = (discovery: DiscoveryService): object[] =>
  discovery.getControllers().flatMap(({ instance }) => (instance as object | null | undefined) ?? []);

const toolsOf = (controller: object, terms: DeploymentTerms | undefined): ToolDefinition[] =>
  declarationsOf(controller).map(({ metadata, method }) =>
    definition(metadata, terms, { controller, method }),
  );

function declarationsOf(controller: object): { metadata: ToolMetadata; method: string }[] {
  const prototype = Object.getPrototypeOf(controller) as Record<string, object>;
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((method) => {
    const metadata = Reflect.getMetadata(TOOL, prototype[method] as object) as ToolMetadata | undefined;
    return metadata === undefined ? [] : [{ metadata, method }];
  });
}

function definition(
  metadata: ToolMetadata,
  terms: DeploymentTerms | undefined,
  { controller, method }: Pick<ToolDefinition, 'controller' | 'method'>,
): ToolDefinition {
  const { input, description, examples } = metadata;
  const schemas = new ToolSchemas(metadata, terms);
  return {
    ...metadata,
    description: withTerms(description, terms),
    examples: withTerms(examples, terms),
    get requestSchema() {
      return schemas.request;
    },
    get inputSchema() {
      return schemas.input;
    },
    get outputSchema() {
      return schemas.output;
    },
    group: groupOf(controller),
    controller,
    method,
    read: (raw) => readInput(input, raw, terms),
  };
}

/** Each is made when it is first asked for: a start lists the tools several times, and needs none. */
class ToolSchemas {
  #request: Schema | undefined;
  #input: Schema | undefined;
  #output: OutputSchema | undefined;

  constructor(
    private readonly metadata: ToolMetadata,
    private readonly terms: DeploymentTerms | undefined,
  ) {}

  get request(): Schema {
    return (this.#request ??= withTerms(inputSchemaOf(this.metadata.input), this.terms));
  }

  get input(): Schema {
    return (this.#input ??= portableSchema(this.request));
  }

  get output(): OutputSchema {
    return (this.#output ??= outputSchema(withTerms(answersSchema(this.metadata), this.terms)));
  }
}

/** Schema of an answer, in both forms where it has two. */
function answersSchema({ answer, concise }: ToolMetadata): Schema {
  const full = answerSchemaOf(answer);
  return concise === undefined ? full : eitherSchema(full, answerSchemaOf(concise));
}
