import { Metrics } from '@app/operations';
import type { IndexedActions } from '@app/upstream';
import type { Network } from '../../network/network';
import type { GetHistoryInput } from './get-history.dto';
import { HistoryService } from './history.service';

const ACTION = {
  ...{ sequence: 7n, isIrreversible: true, timeMs: 0, blockNum: 2, transactionId: '00'.repeat(32) },
  ...{ contract: 'evil', name: 'note', authorization: [], data: '00', isDecoded: false },
};

/** The cursor behind one action of an answer with this end. */
async function cursorBehind(isCut: boolean): Promise<unknown> {
  const answer: IndexedActions = { lastIndexedBlock: 2, actions: [ACTION], isCut };
  const network = {
    name: 'mainnet',
    profile: {
      entries: () => ({ actions: { transfer: { name: 'transfer' } } }),
      readAction: () => undefined,
    },
    chain: { history: { actions: () => Promise.resolve(answer) } },
  } as unknown as Network;
  const input = { account: 'victim', limit: 20 } as GetHistoryInput;
  return (await new HistoryService(new Metrics()).history(network, input)).next_cursor;
}

test('get_history continues behind a page that the history ended at its bytes', async () => {
  expect(await cursorBehind(true)).toBe('7');
});

test('get_history ends with a page that is shorter than asked for', async () => {
  expect(await cursorBehind(false)).toBeNull();
});
