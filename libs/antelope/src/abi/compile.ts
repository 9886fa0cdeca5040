import type { ABI } from '@wharfkit/antelope';
import { quoted, ValueError } from '../value-error';
import type { Codec } from './codec';
import { fixedListOf, listOf, optionalOf } from './containers';
import type { Abi } from './definition';
import { SCALARS } from './scalars';
import { structOf, type Field } from './structs';
import { variantOf } from './variants';

const FIXED_LIST = /^(.+)\[([1-9][0-9]{0,6})\]$/;
/** Maximum nesting of aliases and lists; a deeper type is circular or malicious. */
const MAX_TYPE_DEPTH = 32;
/** Built into every node; ABIs do not declare it. */
const EXTENDED_ASSET: ABI.Struct = {
  name: 'extended_asset',
  base: '',
  fields: [
    { name: 'quantity', type: 'asset' },
    { name: 'contract', type: 'name' },
  ],
};

const compiled = new WeakMap<Abi, Map<string, Codec>>();

/** The codec of a type of the ABI, suffixes included, compiled on first use. Throws ValueError. */
export function codecOf(abi: Abi, type: string): Codec {
  return compile(abi, type, 0);
}

function compile(abi: Abi, type: string, depth: number): Codec {
  const codecs = compiled.get(abi) ?? new Map<string, Codec>();
  compiled.set(abi, codecs);
  const known = SCALARS.get(type) ?? codecs.get(type);
  if (known !== undefined) return known;
  if (depth > MAX_TYPE_DEPTH)
    throw new ValueError(`the type ${quoted(type)} is circular or nested too deeply`);
  const codec = composite(abi, type, depth + 1);
  codecs.set(type, codec);
  return codec;
}

function composite(abi: Abi, type: string, depth: number): Codec {
  if (type.endsWith('?')) return optionalOf(compile(abi, type.slice(0, -1), depth));
  if (type.endsWith('[]')) return listOf(compile(abi, type.slice(0, -2), depth));
  const [, element, length] = FIXED_LIST.exec(type) ?? [];
  if (element !== undefined) return fixedListOf(compile(abi, element, depth), Number(length));
  const alias = abi.types.find(({ new_type_name }) => new_type_name === type);
  if (alias !== undefined) return compile(abi, alias.type, depth);
  const struct = type === EXTENDED_ASSET.name ? EXTENDED_ASSET : abi.getStruct(type);
  if (struct !== undefined) return lazyCodec(() => structOf(fieldsOf(abi, struct)));
  const variant = abi.getVariant(type);
  if (variant === undefined) throw new ValueError(`the ABI has no type ${quoted(type)}`);
  return lazyCodec(() => variantOf(variant.types.map((each) => ({ type: each, codec: codecOf(abi, each) }))));
}

/** Structs and variants may contain themselves, so their codec is built at the first value. */
function lazyCodec(make: () => Codec): Codec {
  let made: Codec | undefined;
  const codec = (): Codec => (made ??= make());
  return {
    read: (reader, budget) => codec().read(reader, budget),
    write: (writer, value, budget) => codec().write(writer, value, budget),
  };
}

function fieldsOf(abi: Abi, struct: ABI.Struct, derived: readonly string[] = []): Field[] {
  if (derived.includes(struct.name)) throw new ValueError(`the type ${quoted(struct.name)} is its own base`);
  const own = struct.fields.map((field) => fieldOf(abi, field));
  if (struct.base === '') return own;
  const base = abi.getStruct(struct.base);
  if (base === undefined) throw new ValueError(`the ABI has no type ${quoted(struct.base)}`);
  return [...fieldsOf(abi, base, [...derived, struct.name]), ...own];
}

function fieldOf(abi: Abi, { name, type }: ABI.Field): Field {
  if (name === '__proto__') throw new ValueError('the ABI has a field that no JSON object can hold');
  const isExtension = type.endsWith('$');
  const content = isExtension ? type.slice(0, -1) : type;
  return { name, codec: codecOf(abi, content), isOptional: content.endsWith('?'), isExtension };
}
