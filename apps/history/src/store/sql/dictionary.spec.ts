import { checkedId } from './dictionary';
import { NAME } from './schema';

describe('checkedId', () => {
  it('an id is refused above the 31 bits of its column', () => {
    expect(checkedId(2 ** 31 - 1, NAME)).toBe(2 ** 31 - 1);
    expect(() => checkedId(2 ** 31, NAME)).toThrow('the table name of the store is full');
  });
});
