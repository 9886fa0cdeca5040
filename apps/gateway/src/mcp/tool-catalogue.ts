import { listTools, toolError, ToolDefinition } from '@app/tooling';
import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { CODES, ProtocolFailure } from './json-rpc';

/** A tool as MCP clients see it. */
type ListedTool = Pick<
  ToolDefinition,
  'name' | 'title' | 'description' | 'inputSchema' | 'outputSchema' | 'annotations'
>;

/** The tools of the application, reflected off its controllers at the first use and never again. */
@Injectable()
export class ToolCatalogue {
  #byName: Map<string, ToolDefinition> | undefined;
  #listed: ListedTool[] | undefined;

  constructor(private readonly discovery: DiscoveryService) {}

  /** Every tool in the order of tools/list. */
  all(): Iterable<ToolDefinition> {
    return this.#tools().values();
  }

  find(name: string): ToolDefinition | undefined {
    return this.#tools().get(name);
  }

  /** The `tools` of tools/list. */
  listed(): ListedTool[] {
    this.#listed ??= Array.from(this.all(), listed);
    return this.#listed;
  }

  #tools(): Map<string, ToolDefinition> {
    this.#byName ??= new Map(listTools(this.discovery).map((tool) => [tool.name, tool]));
    return this.#byName;
  }
}

function listed({
  name,
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
}: ToolDefinition): ListedTool {
  return { name, title, description, inputSchema, outputSchema, annotations };
}

/** A tool nobody declared is a malformed call, not a failed tool: an error of the protocol. */
export function unknownTool(name: string): ProtocolFailure {
  return new ProtocolFailure(CODES.invalidParams, toolError('UNKNOWN_TOOL', name).message);
}

/** The list has one page, so there is no cursor that a client can have been given. */
export function refuseCursor(cursor: unknown): void {
  if (cursor !== undefined)
    throw new ProtocolFailure(CODES.invalidParams, 'unknown cursor: the list has one page');
}
