import fc from 'fast-check';
import { expandUri, matchUri, variablesOf } from './uri-template';

const TEMPLATE = 'chain://{network}/tables/{code}';

describe('URIs of resources', () => {
  it('URI templates name their variables in order', () => {
    expect(variablesOf(TEMPLATE)).toEqual(['network', 'code']);
    expect(variablesOf('guide://signing')).toEqual([]);
  });

  it('URI templates match the URIs they expand to, with the same values', () => {
    const text = fc.string({ minLength: 1, unit: 'grapheme' });
    fc.assert(
      fc.property(text, text, (network, code) => {
        expect(matchUri(TEMPLATE, expandUri(TEMPLATE, { network, code }))).toEqual({ network, code });
      }),
    );
  });

  it.each([
    'chain://a/tables/b/c',
    'chain://a/tables/',
    'chain:/a/tables/b',
    'x',
    '',
    'chain://a/tables/%ZZ',
  ])('URI templates do not match %s', (uri) => {
    expect(matchUri(TEMPLATE, uri)).toBeUndefined();
  });

  it('URI templates take literal characters literally', () => {
    expect(matchUri('a.b://{x}', 'aXb://1')).toBeUndefined();
  });

  it('URI templates keep variables that have no value', () => {
    expect(expandUri(TEMPLATE, { network: 'mainnet' })).toBe('chain://mainnet/tables/{code}');
  });
});
