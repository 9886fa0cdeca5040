import { developmentProfileFile, readProfile, type TableAddress, type TableKey } from '@app/networks';
import type { Vaults } from '../../lookups/vaults';
import type { Network } from '../../network/network';
import { BridgeTransfersReader } from './bridge-transfers';

const profile = readProfile(developmentProfileFile());
const ROW = {
  ...{ id: 7, account: 'alice', btc_address: 'x', quantity: '1.00000000 BTC', net_amount: '0.99000000 BTC' },
  ...{ txid: '', btc_height: 0, reason: '' },
  ...{ requested_at: '2026-11-21T12:00:00', updated_at: '2026-11-21T12:00:00' },
};

/**
 * A bridge whose only payment of alice leaves the review while that is read.
 * @param isRead the read of the review still has it
 */
function movingBridge(isRead: boolean): Network {
  let hasMoved = false;
  const rowsOf = async (scope: string): Promise<object[]> => {
    if (scope === 'pending') return hasMoved ? [ROW] : [];
    await Promise.resolve();
    hasMoved = true;
    return isRead ? [ROW] : [];
  };
  return {
    profile,
    accountIndex: (key: TableKey) => profile.accountIndex(key),
    table: (key: TableKey) => profile.table(key),
    assertEntries: () => undefined,
    chain: {
      tableRows: async ({ code, scope, table }: TableAddress) => ({
        rows: code === 'bridge' && table === 'ptxhistory' ? await rowsOf(scope) : [],
        more: false,
      }),
    },
  } as unknown as Network;
}

describe('payments to Bitcoin that leave the review while they are read', () => {
  const vaults = { nameOf: () => Promise.resolve(null) } as unknown as Vaults;

  it.each([true, false])(
    'a payment that leaves the review is found once, as pending: %s, that the review has it',
    async (isRead) => {
      const { pegOuts } = await new BridgeTransfersReader(vaults).of(movingBridge(isRead), 'alice');
      expect(pegOuts?.items.map(({ row, isInReview }) => [row.id, isInReview])).toEqual([[7n, false]]);
    },
  );
});
