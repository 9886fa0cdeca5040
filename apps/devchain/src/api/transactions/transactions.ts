import { transactionId } from '@app/antelope';
import type { Chain } from '../../kernel/chain';
import { ChainError } from '../../kernel/chain-error';
import type { TransactionTrace } from '../../kernel/trace';
import type { JsonValue } from '../http/lossless-json';
import { readPackedTransaction } from './packed-transaction';
import { anything, flag, integer, ParameterError } from '../http/parameters';
import { bodyEndpoint, endpoint } from '../http/route';
import { flat, nested, spellTrace } from './traces';
import { hexData, packJsonTransaction } from './transaction-body';

const MAX_TRANSACTIONS = 1000;
const NO_ID = '0'.repeat(64);
/** Found out before a transaction runs: nodeos has no trace to send along. */
const WITHOUT_TRACE = new Set(['expired_tx_exception', 'tx_duplicate']);

interface Pushed {
  transaction_id: string;
  processed: object;
}

const pushed = (chain: Chain, trace: TransactionTrace, arrange: typeof flat): Pushed => ({
  transaction_id: trace.id,
  processed: spellTrace(chain, trace, arrange),
});

export const pushTransaction = bodyEndpoint(({ chain }, body) =>
  pushed(chain, chain.push(readPackedTransaction(chain, requireObject(body))), nested),
);

export const sendTransaction = bodyEndpoint(({ chain }, body) =>
  pushed(chain, chain.push(readPackedTransaction(chain, requireObject(body))), flat),
);

/** One after the other; a failure does not end the batch. */
export const pushTransactions = bodyEndpoint(({ chain }, body) => {
  if (!Array.isArray(body)) throw new ParameterError('Invalid cast from type to Array');
  const batch = body.map(requireObject);
  if (batch.length > MAX_TRANSACTIONS) {
    throw new ChainError('tooManyAtOnce', 'Attempt to push too many transactions at once');
  }
  if (batch.length === 0) throw new ChainError('unspecified', 'No transaction to push');
  return batch.map((item) => pushOne(chain, item));
});

function pushOne(chain: Chain, item: JsonValue): Pushed {
  try {
    return pushed(chain, chain.push(readPackedTransaction(chain, item)), nested);
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    const { code, kind, what, details } = error;
    return {
      transaction_id: NO_ID,
      processed: { error: [`${String(code)} ${kind}: ${what}`, ...details].join('\n') },
    };
  }
}

/** A failed transaction is answered with its trace when the client wants it, which it does unless it says no. */
export const sendTransaction2 = endpoint(
  {
    return_failure_trace: flag(true),
    retry_trx: flag(),
    retry_trx_num_blocks: integer(0),
    transaction: anything,
  },
  ({ chain }, { return_failure_trace: withTrace, retry_trx: isRetried, transaction }) => {
    const packed = readPackedTransaction(chain, transaction ?? null);
    if (isRetried) throw new ChainError('unsupportedFeature', 'Transaction retry not enabled on node');
    try {
      return pushed(chain, chain.push(packed), flat);
    } catch (error) {
      if (!withTrace || !(error instanceof ChainError) || WITHOUT_TRACE.has(error.kind)) throw error;
      if (error.trace === undefined) throw error;
      return pushed(chain, { ...error.trace, except: error }, flat);
    }
  },
);

/** Missing signatures are no failure; what fails is answered as an error, not with a trace. */
export const computeTransaction = endpoint({ transaction: anything }, ({ chain }, { transaction }) =>
  pushed(
    chain,
    succeeded(chain.compute(readPackedTransaction(chain, transaction ?? null), { checkSignatures: false })),
    flat,
  ),
);

export const sendReadOnlyTransaction = endpoint({ transaction: anything }, ({ chain }, { transaction }) => {
  const packed = readPackedTransaction(chain, transaction ?? null);
  return pushed(chain, succeeded(chain.compute(packed, { isReadOnly: true })), flat);
});

export const getTransactionId = bodyEndpoint((_node, body) =>
  transactionId(packJsonTransaction(body, hexData)),
);

function succeeded(trace: TransactionTrace): TransactionTrace {
  if (trace.except !== undefined) throw trace.except;
  return trace;
}

function requireObject(body: JsonValue): JsonValue {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body;
  throw new ParameterError('Invalid cast from type to Object');
}
