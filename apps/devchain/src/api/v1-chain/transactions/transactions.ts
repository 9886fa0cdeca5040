import { isJsonObject, type Json, transactionId } from '@app/antelope';
import type { Chain } from '../../../kernel/chain';
import { ChainError } from '../../../kernel/sdk/errors/chain-error';
import { CHAIN_ERRORS } from '../../../kernel/sdk/errors/error-table';
import { logText } from '../../../kernel/sdk/errors/log-entry';
import { isExecutionError, type TransactionTrace } from '../../../kernel/execution/trace';
import { readPackedTransaction } from './packed-transaction';
import { anything, flag, integer, ParameterError } from '../../nodeos/parameters';
import { bodyEndpoint, endpoint, type Endpoint } from '../../nodeos/route';
import { flat, formatTrace, LOG_CONTEXT, nested } from './traces';
import { hexData, packJsonTransaction } from './transaction-body';
import { transactionRefusal } from './transaction-refusal';

const MAX_TRANSACTIONS = 1000;
const NO_ID = '0'.repeat(64);
const INVALID_TRANSACTION = 'Invalid transaction';
const RETRY_DISABLED = 'Transaction retry not enabled on node. transaction-retry-max-storage-size-gb is 0';

interface Pushed {
  transaction_id: string;
  processed: object;
}

const pushed = (chain: Chain, trace: TransactionTrace, arrange: typeof flat): Pushed => ({
  transaction_id: trace.id,
  processed: formatTrace(chain, trace, arrange),
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
  if (batch.length === 0) throw new ChainError('emptyBatch', `rethrow ${CHAIN_ERRORS.emptyBatch.what}: `);
  return batch.map((item) => pushOne(chain, item));
});

function pushOne(chain: Chain, item: Json): Pushed {
  try {
    return pushed(chain, chain.push(readPackedTransaction(chain, item)), nested);
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    return { transaction_id: NO_ID, processed: { error: detailText(error) } };
  }
}

/** The kind of an error and its log, each entry with its values and its place. Source: fc::exception::to_detail_string. */
function detailText({ code, kind, what, log }: ChainError): string {
  const entries = log.flatMap((entry) => [
    logText(entry),
    `    ${JSON.stringify(entry.data)}`,
    `    ${LOG_CONTEXT.thread_name}  ${LOG_CONTEXT.file}:${LOG_CONTEXT.line} ${LOG_CONTEXT.method}`,
  ]);
  return [`${String(code)} ${kind}: ${what}`, ...entries, ''].join('\n');
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
    if (isRetried) throw new ChainError('unsupportedFeature', RETRY_DISABLED);
    try {
      return pushed(chain, chain.push(packed), flat);
    } catch (error) {
      if (!withTrace || !isExecutionError(error)) throw error;
      return pushed(chain, { ...error.trace, except: error }, flat);
    }
  },
);

/**
 * Missing signatures are no failure. A transaction that fails is answered 200 with `except` in its trace; only one
 * that does not get to run (unreadable, expired, known, badly signed) is an error.
 */
export const computeTransaction = endpoint({ transaction: anything }, ({ chain }, { transaction }) =>
  pushed(
    chain,
    chain.compute(readPackedTransaction(chain, transaction ?? null), { checkSignatures: false }),
    flat,
  ),
);

export const sendReadOnlyTransaction = endpoint({ transaction: anything }, ({ chain }, { transaction }) => {
  const packed = readPackedTransaction(chain, transaction ?? null);
  return pushed(chain, succeeded(chain.compute(packed, { isReadOnly: true })), flat);
});

const idOfTransaction = bodyEndpoint((_node, body) => {
  try {
    return transactionId(packJsonTransaction(requireActions(body), hexData));
  } catch (error) {
    throw transactionRefusal(error, 'invalidHttpRequest', INVALID_TRANSACTION);
  }
});

export const getTransactionId: Endpoint = { ...idOfTransaction, refusal: INVALID_TRANSACTION };

/** Throws a ChainError unless there is a list of actions. */
function requireActions(body: Json): Json {
  const refuse = (reason: string): never => {
    throw new ChainError('invalidHttpRequest', reason);
  };
  if (!isJsonObject(body)) return refuse('Transaction object is missing or invalid');
  const { actions } = body;
  if (!Array.isArray(actions)) return refuse('Transaction actions are missing or invalid');
  if (!actions.every(isJsonObject)) return refuse('Transaction contains invalid or empty action');
  return body;
}

function succeeded(trace: TransactionTrace): TransactionTrace {
  if (trace.except !== undefined) throw trace.except;
  return trace;
}

function requireObject(body: Json): Json {
  if (isJsonObject(body)) return body;
  throw new ParameterError('Invalid cast from type to Object');
}
