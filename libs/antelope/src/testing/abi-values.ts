import { ABI } from '@wharfkit/antelope';
import fc from 'fast-check';
import type { Json } from '../json';
import { SCALAR_VALUES } from './scalar-values';

/** A made-up type, before it has a name in an ABI. */
type TypeTree =
  | { kind: 'scalar'; type: string }
  | { kind: 'list'; of: TypeTree }
  | { kind: 'optional'; of: TypeTree }
  | { kind: 'struct'; of: TypeTree[] }
  | { kind: 'variant'; of: TypeTree[] };

/** A made-up type in an ABI, and its values as nodes print them. */
interface DeclaredType {
  type: string;
  values: fc.Arbitrary<Json>;
}

/** An ABI with one made-up type, and a value of it as nodes print it. */
export interface AbiValue {
  abi: ABI;
  type: string;
  value: Json;
}

const scalars = Object.keys(SCALAR_VALUES);

/** Made-up types of the given scalars, nested some levels deep. */
function typeTrees(of: readonly string[]): fc.Arbitrary<TypeTree> {
  return fc.letrec<{ tree: TypeTree; solid: TypeTree }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3 },
      tie('solid'),
      fc.record({ kind: fc.constant('optional'), of: tie('solid') }),
    ),
    // an optional of an optional has two ways to be null
    solid: fc.oneof(
      { maxDepth: 3 },
      fc.record({ kind: fc.constant('scalar'), type: fc.constantFrom(...of) }),
      fc.record({ kind: fc.constant('list'), of: tie('tree') }),
      fc.record({ kind: fc.constant('struct'), of: fc.array(tie('tree'), { minLength: 1, maxLength: 4 }) }),
      fc.record({ kind: fc.constant('variant'), of: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }),
    ),
  })).tree;
}

/** Gives the tree and all its branches names in the ABI. */
function declare(abi: ABI, tree: TypeTree): DeclaredType {
  switch (tree.kind) {
    case 'scalar':
      return alias(abi, tree.type, SCALAR_VALUES[tree.type] ?? fc.constant(null));
    case 'list': {
      const element = declare(abi, tree.of);
      return alias(abi, `${element.type}[]`, fc.array(element.values, { maxLength: 4 }));
    }
    case 'optional': {
      const content = declare(abi, tree.of);
      return alias(abi, `${content.type}?`, fc.option(content.values));
    }
    case 'struct': {
      const members = tree.of.map((branch, index) => ({
        name: `m${String(index)}`,
        ...declare(abi, branch),
      }));
      const name = freshName(abi);
      abi.structs.push({ name, base: '', fields: members.map(({ name, type }) => ({ name, type })) });
      const values = Object.fromEntries(members.map((member) => [member.name, member.values]));
      return { type: name, values: fc.record(values, { noNullPrototype: true }) };
    }
    case 'variant': {
      const alternatives = tree.of.map((branch) => declare(abi, branch));
      const name = freshName(abi);
      abi.variants.push({ name, types: alternatives.map(({ type }) => type) });
      const values = alternatives.map(({ type, values }) => values.map((value): Json => [type, value]));
      return { type: name, values: fc.oneof(...values) };
    }
  }
}

function alias(abi: ABI, type: string, values: fc.Arbitrary<Json>): DeclaredType {
  const name = freshName(abi);
  abi.types.push({ new_type_name: name, type });
  return { type: name, values };
}

function freshName({ types, structs, variants }: ABI): string {
  return `type${String(types.length + structs.length + variants.length)}`;
}

/** ABIs with one made-up type of the given scalars each, and a value of it. */
export function abiValues(of: readonly string[] = scalars): fc.Arbitrary<AbiValue> {
  return typeTrees(of).chain((tree) => {
    const abi = new ABI({});
    const { type, values } = declare(abi, tree);
    return values.map((value) => ({ abi, type, value }));
  });
}
