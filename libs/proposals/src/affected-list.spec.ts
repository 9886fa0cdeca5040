import { parseAffectedList } from './affected-list';

const HASH = '17fac0e5941f3675be44d341fecc2afca80fdfaad244253d7d98756fa90eed01';

describe('a published affected list', () => {
  it('is a set of hashes, whatever else stands beside them', () => {
    expect([...parseAffectedList(JSON.stringify({ version: 3, hashes: [HASH, HASH] }))]).toEqual([HASH]);
  });

  it.each([
    ['', 'it is not JSON'],
    ['<html>Not Found</html>', 'it is not JSON'],
    ['null', 'it is not {"hashes"'],
    ['[]', 'it is not {"hashes"'],
    ['{}', 'it is not {"hashes"'],
    ['{"hashes": "none"}', 'it is not {"hashes"'],
    [JSON.stringify({ hashes: [HASH, HASH.toUpperCase()] }), 'it is not {"hashes"'],
    [JSON.stringify({ hashes: [HASH, HASH.slice(1)] }), 'it is not {"hashes"'],
    [JSON.stringify({ hashes: ['REPLACE_ME'] }), 'it is not {"hashes"'],
    ['{"hashes": []}', 'it is empty'],
    [JSON.stringify({ hashes: ['0'.repeat(64), 'f'.repeat(64)] }), 'it holds placeholders only'],
    [
      JSON.stringify({ hashes: ['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'] }),
      'it holds placeholders only',
    ],
  ])('is refused when it says nothing about any key: %s', (text, reason) => {
    expect(() => parseAffectedList(text)).toThrow(reason);
  });
});
