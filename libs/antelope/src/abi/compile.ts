import type { ABI } from '@wharfkit/antelope';
import { quoted, ValueError } from '../value-error';
import { nameCost } from './budget';
import { failingWith, type Codec } from './codec';
import { CompileBudget } from './compile-budget';
import { suffixOf } from './containers';
import type { Abi } from './definition';
import { type BoolFormat, SCALARS_BY_BOOL } from './scalars';
import { fieldOf, structOf, withoutExtension, type Field, type Members } from './structs';
import { typesOf, type TypeIndex } from './type-index';
import { variantOf, type Alternative } from './variants';

/** Maximum of suffixes and aliases of a type; a deeper type is circular or malicious. */
const MAX_TYPE_DEPTH = 32;
/** Maximum of structs that a struct is derived from. Source: eosio abi_serializer::max_recursion_depth. */
const MAX_BASES = 32;
/** Built into every node; ABIs do not declare it. */
const EXTENDED_ASSET: ABI.Struct = {
  name: 'extended_asset',
  base: '',
  fields: [
    { name: 'quantity', type: 'asset' },
    { name: 'contract', type: 'name' },
  ],
};

/** The members of a struct or the alternatives of a variant. Its codec is given out before it is made: types may contain themselves. */
interface Part {
  /** Makes it at the first call; claims its cost at each. @returns the parts that it leads to */
  readonly make: (budget: CompileBudget) => readonly Part[];
}

interface Resolved {
  readonly codec: Codec;
  /** Steps that finding it took. */
  readonly cost: number;
  readonly part?: Part;
}

const compilers: Readonly<Record<BoolFormat, WeakMap<Abi, Compiler>>> = {
  number: new WeakMap(),
  boolean: new WeakMap(),
};

/**
 * The codec of a type of the ABI, suffixes included, made on first use. It throws a ValueError for every value where the
 * ABI lacks the type or where the type consists of too many parts; both are remembered.
 */
export function codecOf(abi: Abi, type: string, bools: BoolFormat): Codec {
  const compiler = compilers[bools].get(abi) ?? new Compiler(typesOf(abi), SCALARS_BY_BOOL[bools]);
  compilers[bools].set(abi, compiler);
  return compiler.codec(type);
}

/** Makes each struct and variant of an ABI once: all its types together cost as much as the ABI is long. */
class Compiler {
  readonly #codecs = new Map<string, Codec>();
  readonly #declarations = new Map<string, Resolved>();
  readonly #members = new Map<ABI.Struct, Part & Members>();

  constructor(
    private readonly index: TypeIndex,
    private readonly scalars: ReadonlyMap<string, Codec>,
  ) {}

  codec(type: string): Codec {
    const known = this.#codecs.get(type);
    if (known !== undefined) return known;
    const codec = orFailing(() => this.#whole(type));
    this.#codecs.set(type, codec);
    return codec;
  }

  /** Makes all parts of a type. The cost of those that exist counts too: the order of calls decides nothing. */
  #whole(type: string): Codec {
    const budget = new CompileBudget();
    const { codec, part } = this.#resolve(type, budget);
    const reached = new Set(part === undefined ? [] : [part]);
    for (const each of reached) each.make(budget).forEach((next) => reached.add(next));
    return codec;
  }

  /** Follows suffixes and aliases to a built-in type, a struct or a variant. */
  #resolve(type: string, budget: CompileBudget): Resolved {
    const applied: ((inner: Codec) => Codec)[] = [];
    let rest = type;
    for (let depth = 0; depth <= MAX_TYPE_DEPTH; depth++) {
      const suffix = suffixOf(rest);
      const next = this.scalars.has(rest) ? undefined : (suffix?.content ?? this.index.aliases.get(rest));
      if (next === undefined) {
        const resolved = this.#declaration(rest);
        budget.claim(depth + resolved.cost);
        return { ...resolved, codec: applied.reduceRight((inner, apply) => apply(inner), resolved.codec) };
      }
      if (suffix !== undefined) applied.push(suffix.apply);
      rest = next;
    }
    budget.claim(MAX_TYPE_DEPTH);
    return unusable(`the type ${quoted(type)} is circular or nested too deeply`);
  }

  #declaration(name: string): Resolved {
    const known = this.#declarations.get(name);
    if (known !== undefined) return known;
    const resolved = this.#declared(name);
    this.#declarations.set(name, resolved);
    return resolved;
  }

  #declared(name: string): Resolved {
    const scalar = this.scalars.get(name);
    if (scalar !== undefined) return { codec: scalar, cost: 1 };
    const struct = name === EXTENDED_ASSET.name ? EXTENDED_ASSET : this.index.structs.get(name);
    if (struct !== undefined) return this.#struct(struct);
    const variant = this.index.variants.get(name);
    if (variant !== undefined) return this.#variant(variant);
    return unusable(`the ABI has no type ${quoted(name)}`);
  }

  #struct(struct: ABI.Struct): Resolved {
    const derived = [struct];
    for (let { base } = struct; base !== ''; base = derived.at(-1)?.base ?? '') {
      const next = this.index.structs.get(base);
      if (next === undefined) return unusable(`the ABI has no type ${quoted(base)}`);
      if (derived.includes(next)) return unusable(`the type ${quoted(next.name)} is its own base`);
      if (derived.length > MAX_BASES)
        return unusable(`the type ${quoted(struct.name)} has more than ${String(MAX_BASES)} bases`);
      derived.push(next);
    }
    const levels = derived.map((each) => this.#membersOf(each)).reverse();
    return { codec: structOf(levels), cost: levels.length, part: this.#membersOf(struct) };
  }

  #membersOf(struct: ABI.Struct): Part & Members {
    const known = this.#members.get(struct);
    if (known !== undefined) return known;
    const fields: Field[] = [];
    const names = new Set<string>();
    const make = this.#madeOnce(struct.fields, this.index.structs.get(struct.base), (field, codec) => {
      fields.push(fieldOf(field, codec));
      names.add(field.name);
    });
    const members = { fields, names, make };
    this.#members.set(struct, members);
    return members;
  }

  #variant({ types }: ABI.Variant): Resolved {
    const alternatives: Alternative[] = [];
    const declared = types.map((type) => ({ type }));
    const make = this.#madeOnce(declared, undefined, ({ type }, codec) => {
      alternatives.push({ type, codec, cost: nameCost(type) });
    });
    return { codec: variantOf(alternatives), cost: 1, part: { make } };
  }

  #madeOnce<T extends { readonly type: string }>(
    declared: readonly T[],
    base: ABI.Struct | undefined,
    add: (member: T, codec: Codec) => void,
  ): Part['make'] {
    let made: { cost: number; parts: readonly Part[] } | undefined;
    return (budget) => {
      if (made !== undefined) {
        budget.claim(made.cost);
        return made.parts;
      }
      const before = budget.used;
      budget.claim(declared.length);
      const resolved = declared.map((member) => ({
        member,
        ...this.#resolve(withoutExtension(member.type), budget),
      }));
      resolved.forEach(({ member, codec }) => {
        add(member, codec);
      });
      const parts = new Set(resolved.flatMap(({ part }) => part ?? []));
      if (base !== undefined) parts.add(this.#membersOf(base));
      made = { cost: budget.used - before, parts: [...parts] };
      return made.parts;
    };
  }
}

const unusable = (reason: string): Resolved => ({ codec: failingWith(reason), cost: 1 });

function orFailing(make: () => Codec): Codec {
  try {
    return make();
  } catch (error) {
    if (error instanceof ValueError) return failingWith(error.reason);
    throw error;
  }
}
