import { Networks } from '@app/networks';
import {
  type CompleterDefinition,
  expandUri,
  listContext,
  matchUri,
  type PromptDefinition,
  type ResourceDefinition,
  variablesOf,
} from '@app/chain-tools';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, ModuleRef } from '@nestjs/core';
import { NetworkRegistry } from '../../network/network-registry';

interface ListedResource {
  uri: string;
  name: string;
  title: string;
  description: string;
  mimeType: string;
}
type ListedTemplate = Omit<ListedResource, 'uri'> & { uriTemplate: string };

interface ListedPrompt {
  name: string;
  title: string;
  description: string;
  arguments: { name: string; description?: string; required: boolean }[];
}

/** A resource that a URI names, with the values of the URI's variables. */
export interface FoundResource {
  readonly resource: ResourceDefinition;
  readonly variables: Record<string, string>;
}

/** The resources, prompts and completers of the application: one list for every revision of the protocol. */
@Injectable()
export class ContextCatalogue implements OnModuleInit {
  #resources: readonly ResourceDefinition[] = [];
  #prompts: ReadonlyMap<string, PromptDefinition> = new Map();
  #completers: ReadonlyMap<string, CompleterDefinition> = new Map();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly networks: Networks,
    private readonly modules: ModuleRef,
  ) {}

  onModuleInit(): void {
    const { resources, prompts, completers } = listContext(this.discovery, (name) =>
      this.modules.get(NetworkRegistry, { strict: false }).of(name),
    );
    this.#resources = resources;
    this.#prompts = new Map(prompts.map((prompt) => [prompt.name, prompt]));
    this.#completers = new Map(completers.map((completer) => [completer.name, completer]));
  }

  /** The `resources` of resources/list: one entry per network where the network is all that varies. */
  resources(): ListedResource[] {
    return this.#resources
      .filter((resource) => !isTemplate(resource))
      .flatMap((resource) =>
        variablesOf(resource.uri).length === 0
          ? [listed(resource, resource.uri)]
          : this.networkNames().map((network) =>
              listed(resource, expandUri(resource.uri, { network }), network),
            ),
      );
  }

  /** The `resourceTemplates` of resources/templates/list. */
  templates(): ListedTemplate[] {
    return this.#resources.filter(isTemplate).map(({ uri, name, title, description, mimeType }) => ({
      ...{ uriTemplate: uri, name, title, description, mimeType },
    }));
  }

  /** The `prompts` of prompts/list. */
  prompts(): ListedPrompt[] {
    return [...this.#prompts.values()].map(({ name, title, description, inputSchema }) => {
      const { properties = {}, required = [] } = inputSchema;
      return {
        ...{ name, title, description },
        arguments: Object.entries(properties).map(([argument, schema]) => ({
          name: argument,
          ...(schema.description === undefined ? {} : { description: schema.description }),
          required: required.includes(argument),
        })),
      };
    });
  }

  find(uri: string): FoundResource | undefined {
    for (const resource of this.#resources) {
      const variables = matchUri(resource.uri, uri);
      if (variables !== undefined) return { resource, variables };
    }
    return undefined;
  }

  prompt(name: unknown): PromptDefinition | undefined {
    return typeof name === 'string' ? this.#prompts.get(name) : undefined;
  }

  completer(name: string): CompleterDefinition | undefined {
    return this.#completers.get(name);
  }

  networkNames(): string[] {
    return this.networks.all().map(({ name }) => name);
  }
}

function isTemplate({ uri }: ResourceDefinition): boolean {
  return variablesOf(uri).some((variable) => variable !== 'network');
}

function listed(resource: ResourceDefinition, uri: string, network?: string): ListedResource {
  const { name, title, description, mimeType } = resource;
  const of = network === undefined ? '' : ` (${network})`;
  return { uri, name: `${name}${of}`, title: `${title}${of}`, description, mimeType };
}
