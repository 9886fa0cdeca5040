import { bytesToHex } from '@app/antelope';
import { BTC } from '../contracts/shared/tokens';
import { EXAMPLES } from '../genesis/example-accounts';
import { payment } from '../operators/issuer';
import { adminRoute, type AdminRoute } from './admin-route';
import { NO_MEMBERS } from './fields';
import { requireAccount, requireContract } from './admin-context';

/** Below the ten minutes that the relay of the gateway allows. */
const LIFETIME_MS = 9 * 60_000;
const RECEIVER = 'alice';

const signedTransfer = adminRoute({
  path: '/devchain/signed-transfer',
  method: 'GET',
  tag: 'Accounts',
  title: 'Signed transfer to relay',
  description:
    'A transfer of 0.00000001 BTC from dave to alice, signed with the development key of dave and not sent. It is what push_transaction takes. Each call signs another transaction; it expires after nine minutes.',
  body: NO_MEMBERS,
  example: {},
  answers: { signatures: ['SIG_K1_...'], packed_trx: '1c3a...' },
  run: (context) => {
    requireContract(context, BTC.contract);
    requireAccount(context, 'from', EXAMPLES.borrower);
    const transfer = payment(EXAMPLES.borrower, RECEIVER, BTC, 1n, 'signed example');
    const { signatures, packedTrx } = context.view.sign([transfer], { lifetimeMs: LIFETIME_MS });
    return { signatures, packed_trx: bytesToHex(packedTrx) };
  },
});

/** Transactions that the development chain signs for examples of other services. */
export const SIGNING_ROUTES: readonly AdminRoute[] = [signedTransfer];
