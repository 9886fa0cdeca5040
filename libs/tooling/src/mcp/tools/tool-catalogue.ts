import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { listTools, type ToolDefinition } from '../../declare/list-tools';
import { toolError } from '../../errors/tool-errors';
import type { Caller } from '../mcp-application';
import { CODES, ProtocolFailure } from '../transport/json-rpc';
import { selectedTools, selectionOf } from './tool-selection';

/** A tool as MCP clients see it. */
type ListedTool = Pick<
  ToolDefinition,
  'name' | 'title' | 'description' | 'inputSchema' | 'outputSchema' | 'annotations'
> & { readonly _meta: ToolMeta };

/** Members to group and filter tools by; `extension` stands on the tools that the contract does not name. */
interface ToolMeta {
  readonly kind: string;
  /** The feature, as `?tools=` names it. */
  readonly area: string;
  readonly extension?: true;
}

/** The tools of the application, reflected off its controllers once, when all of them exist. */
@Injectable()
export class ToolCatalogue implements OnModuleInit {
  #tools = new Map<string, ToolDefinition>();
  #listed: ListedTool[] | undefined;
  #relayTools: readonly string[] = [];

  constructor(private readonly discovery: DiscoveryService) {}

  /** @throws Error when two controllers declare a tool of the same name */
  onModuleInit(): void {
    const tools = listTools(this.discovery);
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
    this.#relayTools = tools.filter(({ bucket }) => bucket === 'relay').map(({ name }) => name);
  }

  /** Names of the tools that take transactions, the only large inputs. */
  get relayTools(): readonly string[] {
    return this.#relayTools;
  }

  /** The features of the tools, in the order of the tools. */
  get groups(): readonly string[] {
    return [...new Set([...this.#tools.values()].map(({ group }) => group))];
  }

  /**
   * The tool that a call names, among those its address selects. One that is not declared is a malformed call,
   * not a failed tool: an error of the protocol.
   * @throws ProtocolFailure
   */
  named(name: unknown, { originalUrl }: Pick<Caller, 'originalUrl'>): ToolDefinition {
    if (typeof name !== 'string')
      throw new ProtocolFailure(CODES.invalidParams, 'params.name must name a tool');
    const tool = this.#tools.get(name);
    const selection = selectionOf(originalUrl ?? '');
    if (tool === undefined || (selection !== undefined && !this.#selected(selection).includes(tool)))
      throw unknownTool(name);
    return tool;
  }

  /** The `tools` of tools/list: all of them, or those its address selects. @throws ProtocolFailure */
  listed(selection?: string): ListedTool[] {
    const all = (this.#listed ??= [...this.#tools.values()].map(listed));
    if (selection === undefined) return all;
    const names = new Set(this.#selected(selection).map(({ name }) => name));
    return all.filter(({ name }) => names.has(name));
  }

  #selected(selection: string): ToolDefinition[] {
    return selectedTools([...this.#tools.values()], selection);
  }
}

function listed(tool: ToolDefinition): ListedTool {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  const _meta: ToolMeta = {
    kind: tool.kind,
    area: tool.group,
    ...(tool.isExtension && { extension: true as const }),
    ...tool.meta,
  };
  return { name, title, description, inputSchema, outputSchema, annotations, _meta };
}

/** The list has one page, so there is no cursor that a client can have been given. */
export function refuseCursor(cursor: unknown): void {
  if (cursor !== undefined)
    throw new ProtocolFailure(CODES.invalidParams, 'unknown cursor: the list has one page');
}

function unknownTool(name: string): ProtocolFailure {
  const { message, code } = toolError('UNKNOWN_TOOL', name);
  return new ProtocolFailure(CODES.invalidParams, message, { code });
}
