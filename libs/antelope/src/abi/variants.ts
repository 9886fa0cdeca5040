import { quoted, ValueError } from '../value-error';
import { within } from '../within';
import type { Codec } from './codec';
import { firstOf } from './type-index';

/** One of the types a variant may hold. */
export interface Alternative {
  type: string;
  codec: Codec;
  /** Its cost in the budget of a value, by the length of its name. */
  cost: number;
}

/** A variant: the index of the type, then the value; in JSON `["type", value]`. Source: node-api 1.3. */
export function variantOf(alternatives: readonly Alternative[]): Codec {
  let indexes: ReadonlyMap<string, number> | undefined;
  return {
    read: (reader, budget) => {
      const index = reader.varuint32();
      const chosen = alternatives[index];
      if (chosen === undefined) throw new ValueError(`the variant has no type ${String(index)}`);
      budget.claim(chosen.cost);
      return [chosen.type, budget.deeper(() => chosen.codec.read(reader, budget))];
    },
    write: (writer, value, budget) => {
      const [type, content] = Array.isArray(value) ? value : [];
      if (!Array.isArray(value) || value.length !== 2 || typeof type !== 'string' || content === undefined) {
        throw new ValueError('expected a variant like ["type", value]');
      }
      indexes ??= firstOf(alternatives.map((alternative, position) => [alternative.type, position]));
      const index = indexes.get(type) ?? -1;
      const chosen = alternatives[index];
      if (chosen === undefined) throw new ValueError(`the variant has no type ${quoted(type)}`);
      writer.varuint32(index);
      within('[1]', () => budget.deeper(() => chosen.codec.write(writer, content, budget)));
    },
  };
}
