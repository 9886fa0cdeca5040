import { ABI } from '@wharfkit/antelope';
import type { Abi } from '@app/antelope';
import { recordedText } from '../../harness/ship/recorded-frames';

interface Field {
  name: string;
  type: string;
}

interface Definition {
  structs: { name: string; base?: string; fields: Field[] }[];
  types: { new_type_name: string; type: string }[];
  variants: { name: string; types: string[] }[];
}

const definition = JSON.parse(recordedText('ship.abi.json')) as Definition;
const structs = new Map(definition.structs.map((struct) => [struct.name, struct]));
const variants = new Map(definition.variants.map(({ name, types }) => [name, types]));
const aliases = new Map(definition.types.map(({ new_type_name, type }) => [new_type_name, type]));

/** The ABI that the recorded node sent, for the generic decoder of libs/antelope. Nodes leave empty bases out. */
export const PROTOCOL_ABI: Abi = ABI.from(
  JSON.stringify({
    ...definition,
    structs: definition.structs.map((struct) => ({ base: '', ...struct })),
  }),
);

export const resolved = (type: string): string => aliases.get(type) ?? type;
export const alternativesOf = (type: string): string[] | undefined => variants.get(type);

/** Fields of a struct, those of its base first; undefined for other types. */
export function fieldsOf(type: string): Field[] | undefined {
  const struct = structs.get(type);
  if (struct === undefined) return undefined;
  return [...((struct.base && fieldsOf(struct.base)) || []), ...struct.fields];
}

/** The member of the typed value: `block_num` -> `blockNum`. */
export const memberOf = (field: string): string =>
  field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
