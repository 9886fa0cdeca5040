import {
  type ActionAuthorization,
  type Json,
  parsePublicKey,
  type PublicKeyValue,
  ValueError,
} from '@app/antelope';
import { formatKey } from '../values/key-text';
import {
  anything,
  atMost,
  list,
  name,
  ParameterError,
  readParameters,
  text,
  type Reader,
} from '../../nodeos/parameters';
import { endpoint } from '../../nodeos/route';
import { abiData, readTransaction } from '../transactions/transaction-body';
import { transactionRefusal } from '../transactions/transaction-refusal';

/** More than any account has; parsing a key takes tens of microseconds, and 2 MiB hold 30,000 of them. */
const MAX_ASKED = 1_000;

const publicKey: Reader<PublicKeyValue> = (value) => {
  try {
    return parsePublicKey(text()(value));
  } catch (error) {
    throw error instanceof ValueError ? new ParameterError(error.message) : error;
  }
};

/** An account, or one of its permissions; without one, all of them. */
const authorizer: Reader<ActionAuthorization> = (value) =>
  typeof value === 'string'
    ? { actor: name(value), permission: '' }
    : readParameters({ actor: name, permission: name }, value ?? null);

export const getRequiredKeys = endpoint(
  { transaction: anything, available_keys: atMost(MAX_ASKED, list(publicKey)) },
  ({ chain }, { transaction, available_keys: available }) => {
    const required = chain.requiredKeys(readOrRefuse(transaction, abiData(chain)), available);
    return { required_keys: required.map(formatKey) };
  },
);

export const getAccountsByAuthorizers = endpoint(
  { accounts: atMost(MAX_ASKED, list(authorizer)), keys: atMost(MAX_ASKED, list(publicKey)) },
  ({ chain }, query) => ({
    accounts: chain.accountsByAuthorizers(query).map((found) => ({
      account_name: found.account,
      permission_name: found.permission,
      authorizing_key: found.authorizingKey && formatKey(found.authorizingKey),
      authorizing_account: found.authorizingAccount,
      weight: found.weight,
      threshold: found.threshold,
    })),
  }),
);

function readOrRefuse(transaction: Json | undefined, readData: ReturnType<typeof abiData>) {
  try {
    return readTransaction(transaction ?? null, readData);
  } catch (error) {
    throw transactionRefusal(error, 'transactionType', 'Invalid transaction');
  }
}
