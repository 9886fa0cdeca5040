import type { Surface } from './surface';
import { SurfaceTable } from './surface-table';
import { OTHER_PATHS } from './surfaces';

const surface = (at: Pick<Surface, 'paths' | 'prefixes'>): Surface => ({ ...OTHER_PATHS, ...at });

describe('the table of surfaces', () => {
  const pages = surface({ paths: ['/'], prefixes: ['/docs'] });
  const chain = surface({ prefixes: ['/v1/', '/testnet/v1/'] });
  const tools = surface({ prefixes: ['/v1/tools/'] });
  const table = new SurfaceTable([pages, chain, tools]);

  it.each([
    ['/', pages],
    ['/docs', pages],
    ['/docs/openapi.json', pages],
    ['/v1/tools/get_account', tools],
    ['/v1/chain/get_info', chain],
    ['/testnet/v1/chain/get_info', chain],
    ['/v1', OTHER_PATHS],
    ['/health', OTHER_PATHS],
    ['', OTHER_PATHS],
  ])('the table of surfaces finds the surface of %s by its path or longest prefix', (path, expected) => {
    expect(table.of(path)).toBe(expected);
  });

  it.each([
    ['/', { paths: ['/'], prefixes: [] }],
    ['/v1/', { prefixes: ['/v1/'] }],
  ])('the table of surfaces refuses a second surface for %s', (claimed, at) => {
    expect(() => new SurfaceTable([pages, chain, surface(at)])).toThrow(`two surfaces claim ${claimed}`);
  });
});
