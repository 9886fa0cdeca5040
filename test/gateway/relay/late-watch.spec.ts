import type { ServerResponse } from 'node:http';
import { ManualClock } from '@app/operations';
import type { WatchStore } from '@app/upstream';
import { json } from '../../harness/fake-node/fake-node';
import { until } from '../../harness/until';
import { RelayOnFakeNodes, WITHOUT_WAIT } from './support/relay-on-fake-nodes';
import { TRANSFER } from './support/transaction';

const FIRST_LOOK_MS = 3_000;
/** Longer than any test. */
const NEVER_MS = 600_000;

describe('a watch of pushes whose looks are late', () => {
  const fakes = new RelayOnFakeNodes();
  /** How many watches of others the replica asked for, the last time. */
  let most = 0;
  const store: WatchStore = {
    keep: () => Promise.resolve('kept'),
    end: () => Promise.resolve(),
    blockOf: () => Promise.resolve(undefined),
    hasDue: () => Promise.resolve(true),
    takeOver: (_network, wanted) => {
      most = wanted;
      return Promise.resolve(new Map());
    },
  };
  afterEach(() => fakes.close());

  it('a replica that is late with its looks takes over no watch until it has caught up', async () => {
    await fakes.start(['acknowledge']);
    const clock = new ManualClock(Date.parse(`${fakes.chain.headBlockTime}Z`));
    await fakes.restart({
      ...{ clock, push: WITHOUT_WAIT, pollMs: 50, watches: store },
      deadlinesMs: { lookup: NEVER_MS },
    });
    const held: ServerResponse[] = [];
    let answers = false;
    const unknown = { state: 'UNKNOWN', head_number: 100, earliest_tracked_block_number: 1 };
    fakes.nodes[0]!.override = (path, _body, response) => {
      if (!path.endsWith('_status')) return false;
      if (answers) json(response, 200, unknown);
      else held.push(response);
      return true;
    };
    await fakes.push(TRANSFER, 'accepted');
    await until(() => most > 0);
    clock.advance(FIRST_LOOK_MS);
    await until(() => held.length === 1);
    clock.advance(60_000);
    await until(() => most === 0);
    answers = true;
    for (const response of held) json(response, 200, unknown);
    await until(() => most > 0);
  });
});
