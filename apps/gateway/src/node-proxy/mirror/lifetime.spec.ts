import fc from 'fast-check';
import { type ChainPosition, lifetimeOf } from './lifetime';
import type { MirrorRoute } from './route';
import { MIRROR_ROUTES } from './routes/routes';

const AT: ChainPosition = { headBlock: 100, irreversibleBlock: 90 };
const ID = `0000005f${'ab'.repeat(28)}`;

function route(path: string): MirrorRoute {
  const found = MIRROR_ROUTES.find((one) => one.path === path);
  if (found === undefined) throw new Error(`${path} is no route`);
  return found;
}

describe('lifetimeOf', () => {
  it.each([
    ['a number below the last irreversible block', { block_num_or_id: 89 }, 'immutable'],
    ['the last irreversible block', { block_num_or_id: '90' }, 'immutable'],
    ['a reversible block by its number', { block_num_or_id: 91 }, 'head'],
    ['a reversible block by its id', { block_num_or_id: ID }, 'immutable'],
    ['a number that is none', { block_num_or_id: '9e1' }, 'head'],
    ['no block', {}, 'head'],
    ['parameters that the node alone reads', undefined, 'head'],
  ])('a block is kept by the block that it is: %s', (_, parameters, kind) => {
    expect(lifetimeOf(route('/v1/chain/get_block'), parameters, 200, AT)).toEqual({ kind });
  });

  it.each(MIRROR_ROUTES.filter(({ cache }) => cache.kind === 'block').map(({ path }) => [path]))(
    'a number that counts from the head of a node names no block that is kept: %s',
    (path) => {
      const number = fc.constantFrom(0, -0, -1, -2, -4_294_967_295, '0', '-1', '-0');
      fc.assert(
        fc.property(number, (value) => {
          const parameters = { block_num: value, block_num_or_id: value };
          expect(lifetimeOf(route(path), parameters, 200, AT)).toEqual({ kind: 'head' });
        }),
      );
    },
  );

  it('no block is immutable while no irreversible one is known', () => {
    const position = { headBlock: 0, irreversibleBlock: 0 };
    const parameters = { block_num_or_id: 1 };
    expect(lifetimeOf(route('/v1/chain/get_block'), parameters, 200, position)).toEqual({ kind: 'head' });
  });

  it('an answer that is no success is kept until the next head at most, at every route', () => {
    const routes = fc.constantFrom(...MIRROR_ROUTES);
    const status = fc.integer({ min: 201, max: 599 });
    const parameters = fc.constantFrom(undefined, {}, { block_num: 1, block_num_or_id: ID });
    fc.assert(
      fc.property(routes, status, parameters, (one, refused, sent) =>
        ['head', 'none'].includes(lifetimeOf(one, sent, refused, AT).kind),
      ),
    );
  });

  it('pushes and dry runs are kept at no status', () => {
    const never = MIRROR_ROUTES.filter(
      ({ retry, call }) => retry === 'push' || call === 'compute' || call === 'push',
    );
    expect(never.length).toBeGreaterThanOrEqual(6);
    for (const one of never)
      for (const status of [200, 202, 409, 500])
        expect(lifetimeOf(one, {}, status, AT)).toEqual({ kind: 'none' });
  });
});
