import { MIRROR_ROUTES } from '../routes/routes';
import { exampleOf } from './examples';

/** A script, and routes for read-only actions and finalizers, which the development chain has none of. */
const WITHOUT = ['/stream-client.js', '/v1/chain/get_finalizer_info', '/v1/chain/send_read_only_transaction'];

describe('the example answers of the API document', () => {
  it('the example answers of the API document are recorded for every route of the mirror', () => {
    const missing = MIRROR_ROUTES.map(({ path }) => path).filter((path) => exampleOf(path) === undefined);
    expect(missing.sort()).toEqual(WITHOUT);
  });

  it('the example answers of the API document are answers, not refusals', () => {
    for (const { path } of MIRROR_ROUTES)
      expect({ path, error: (exampleOf(path) as { error?: unknown } | undefined)?.error }).toEqual({ path });
  });
});
