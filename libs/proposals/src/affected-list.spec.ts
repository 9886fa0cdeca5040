import { parseAffectedList } from './affected-list';

const HASH = '17fac0e5941f3675be44d341fecc2afca80fdfaad244253d7d98756fa90eed01';
const OTHER = 'ab'.repeat(32);
const parsed = (content: unknown) => {
  const { hashes, malformed } = parseAffectedList(JSON.stringify(content));
  return { hashes: [...hashes], malformed };
};

describe('the affected list', () => {
  it('parseAffectedList reads the hashes beside any other members', () => {
    expect(parsed({ version: 3, hashes: [HASH, HASH] })).toEqual({ hashes: [HASH], malformed: 0 });
  });

  it('parseAffectedList reads upper-case digits as the same hash', () => {
    expect(parsed({ hashes: [HASH.toUpperCase()] })).toEqual({ hashes: [HASH], malformed: 0 });
  });

  it.each([[HASH.slice(1)], ['REPLACE_ME'], [''], [7], [null], [[HASH]]])(
    'parseAffectedList skips and counts the malformed entry %j beside good ones',
    (entry) => {
      expect(parsed({ hashes: [HASH, entry, OTHER] })).toEqual({ hashes: [HASH, OTHER], malformed: 1 });
    },
  );

  it.each([
    ['', 'it is not JSON'],
    ['<html>Not Found</html>', 'it is not JSON'],
    ['null', 'it is not {"hashes"'],
    ['[]', 'it is not {"hashes"'],
    ['{}', 'it is not {"hashes"'],
    ['{"hashes": "none"}', 'it is not {"hashes"'],
    [JSON.stringify({ hashes: ['REPLACE_ME'] }), 'none of its entries is 64 hex digits'],
    ['{"hashes": []}', 'it is empty'],
    [JSON.stringify({ hashes: ['0'.repeat(64), 'f'.repeat(64)] }), 'it holds placeholders only'],
    [
      JSON.stringify({ hashes: ['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'] }),
      'it holds placeholders only',
    ],
  ])('parseAffectedList refuses %s, which states nothing about any key', (text, reason) => {
    expect(() => parseAffectedList(text)).toThrow(reason);
  });
});
