import { eitherSchema } from './either-schema';
import type { Schema } from './schema';

const object = (properties: Record<string, Schema>, required: string[]): Schema => ({
  type: 'object',
  properties,
  required,
});
const text: Schema = { type: 'string' };

describe('the schema of both forms of an answer', () => {
  it('the schema of both forms has the members of both and requires what both require, in lists as well', () => {
    const level = (...names: string[]) =>
      object(Object.fromEntries(names.map((name) => [name, text])), names);
    const full = object({ pair: text, bids: { type: 'array', items: level('price', 'total') } }, [
      'pair',
      'bids',
    ]);
    const short = object({ bids: { type: 'array', items: level('price') }, detail: text }, [
      'bids',
      'detail',
    ]);
    expect(eitherSchema(full, short)).toEqual(
      object(
        {
          pair: text,
          bids: { type: 'array', items: object({ price: text, total: text }, ['price']) },
          detail: text,
        },
        ['bids'],
      ),
    );
  });

  it('a member that is null in one form alone may be null', () => {
    expect(eitherSchema(text, { ...text, nullable: true })).toEqual({ ...text, nullable: true });
  });

  it('a member of another type in each form is an error: clients know one type', () => {
    const full = object({ bids: text }, []);
    expect(() => eitherSchema(full, object({ bids: { type: 'array' } }, []))).toThrow('string, array');
  });
});
