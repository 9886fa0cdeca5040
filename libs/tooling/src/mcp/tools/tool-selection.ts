import type { ToolDefinition } from '../../declare/list-tools';
import { CODES, ProtocolFailure } from '../transport/json-rpc';

type Selectable = Pick<ToolDefinition, 'name' | 'kind' | 'group' | 'isExtension'>;

export const TOOL_KINDS: readonly string[] = ['read', 'compose', 'relay'];
/** The word for the tools that the contract names: all but the extensions. */
export const CONTRACT = 'contract';
const MAX_CHARACTERS = 1_000;

/** The `tools` of the query of a URL; undefined when it has none. */
export function selectionOf(url: string): string | undefined {
  const query = url.indexOf('?');
  if (query < 0) return undefined;
  return new URLSearchParams(url.slice(query)).get('tools') ?? undefined;
}

/**
 * The tools that a selection names, in their order: kinds, groups and `contract`, which narrow each other, and
 * names of tools, which add. `relay` is the kind.
 * @throws ProtocolFailure for a word that is none of them
 */
export function selectedTools<T extends Selectable>(tools: readonly T[], selection: string): T[] {
  const words = new Set(
    selection
      .slice(0, MAX_CHARACTERS)
      .split(',')
      .map((word) => word.trim()),
  );
  const groups = new Set(tools.map(({ group }) => group));
  const names = new Set(tools.map(({ name }) => name));
  for (const word of words) {
    const isKnown =
      word === CONTRACT || TOOL_KINDS.some((kind) => kind === word) || groups.has(word) || names.has(word);
    if (!isKnown) refuse(word, groups);
  }
  const kinds = TOOL_KINDS.filter((kind) => words.has(kind));
  const asked = [...groups].filter((group) => words.has(group) && !TOOL_KINDS.some((kind) => kind === group));
  const isContract = words.has(CONTRACT);
  if (kinds.length === 0 && asked.length === 0 && !isContract)
    return tools.filter(({ name }) => words.has(name));
  return tools.filter(
    ({ name, kind, group, isExtension }) =>
      words.has(name) ||
      ((kinds.length === 0 || kinds.includes(kind)) &&
        (asked.length === 0 || asked.includes(group)) &&
        !(isContract && isExtension)),
  );
}

function refuse(word: string, groups: ReadonlySet<string>): never {
  const known = [...new Set([CONTRACT, ...TOOL_KINDS, ...groups])].join(', ');
  throw new ProtocolFailure(
    CODES.invalidParams,
    `tools in the address: "${word.slice(0, 60)}" is neither one of ${known} nor the name of a tool`,
  );
}
