import { compilePath } from './path-pattern';

describe('path patterns', () => {
  it('compilePath reads one segment for {name}', () => {
    const match = compilePath('/v1/things/{owner}/{id}');
    expect(match('/v1/things/alice/7')).toEqual({ owner: 'alice', id: '7' });
    for (const other of ['/v1/things/alice', '/v1/things/alice/', '/v1/things/alice/7/8', '/v1/things//7'])
      expect(match(other)).toBeUndefined();
  });

  it('compilePath reads any number of segments for {name*}', () => {
    const match = compilePath('/docs/{file*}');
    expect(match('/docs/')).toEqual({ file: '' });
    expect(match('/docs/a/b.css')).toEqual({ file: 'a/b.css' });
    expect(match('/docs')).toBeUndefined();
  });

  it('compilePath takes the other characters as they are', () => {
    expect(compilePath('/a.json/{id}')('/aXjson/1')).toBeUndefined();
  });
});
