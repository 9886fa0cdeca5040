import { AnyMember, BooleanMember, NameMember, NumberMember, PatternMember, TextMember } from '../fields';

const ACCOUNT = 'Name of the account';
const CONTRACT = 'Account of the contract';
/** A token symbol; a node also reads lower case. */
const SYMBOL = /^[A-Za-z]{1,7}$/;
const SCHEDULED_FROM = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}$/;

/** Body of get_account, get_abi, get_code_hash, get_raw_code_and_abi. */
export class AccountBody {
  @NameMember({ description: ACCOUNT, example: 'alice', required: true })
  account_name?: unknown;
}

/** Body of get_raw_abi. */
export class RawAbiBody extends AccountBody {
  @TextMember({ description: 'Hash of the ABI that the client has: the node leaves out an equal one' })
  abi_hash?: unknown;
}

/** Body of get_code. */
export class CodeBody extends AccountBody {
  @AnyMember({ description: 'Must be 1', example: 1, required: true }, { type: 'integer', default: 1 })
  code_as_wasm?: unknown;
}

/** Body of get_block, get_raw_block, get_block_header_state. */
export class BlockBody {
  @AnyMember(
    { description: 'Block number or block id', example: '2', required: true },
    { oneOf: [{ type: 'string' }, { type: 'integer' }] },
  )
  block_num_or_id?: unknown;
}

/** Body of get_block_header. */
export class BlockHeaderBody extends BlockBody {
  @BooleanMember({ description: 'With the extensions of the block', example: false })
  include_extensions?: unknown;
}

/** Body of get_block_info. */
export class BlockNumberBody {
  @NumberMember({ description: 'Block number', example: 2, required: true }, 1)
  block_num?: unknown;
}

/** Body of abi_json_to_bin. */
export class AbiJsonToBinBody {
  @NameMember({ description: CONTRACT, example: 'btc.token', required: true })
  code?: unknown;

  @NameMember({ description: 'Name of the action', example: 'transfer', required: true })
  action?: unknown;

  @AnyMember(
    {
      description: 'Arguments of the action',
      example: { from: 'alice', to: 'bob', quantity: '0.00010000 BTC', memo: 'hi' },
      required: true,
    },
    { type: 'object', additionalProperties: true },
  )
  args?: unknown;
}

/** Body of abi_bin_to_json. */
export class AbiBinToJsonBody {
  @NameMember({ description: CONTRACT, example: 'btc.token', required: true })
  code?: unknown;

  @NameMember({ description: 'Name of the action', example: 'transfer', required: true })
  action?: unknown;

  @TextMember({
    description: 'Packed arguments in hex',
    example: '0000000000855c340000000000000e3d10270000000000000842544300000000026869',
    required: true,
  })
  binargs?: unknown;
}

/** Body of get_activated_protocol_features. */
export class ProtocolFeaturesBody {
  @NumberMember({ description: 'Lowest activation ordinal, or block number' })
  lower_bound?: unknown;

  @NumberMember({ description: 'Highest activation ordinal, or block number' })
  upper_bound?: unknown;

  @NumberMember({ description: 'Most features', example: 10 }, 1)
  limit?: unknown;

  @BooleanMember({ description: 'Bounds are block numbers' })
  search_by_block_num?: unknown;

  @BooleanMember({ description: 'Newest first' })
  reverse?: unknown;
}

/** Body of get_currency_balance. */
export class CurrencyBalanceBody {
  @NameMember({ description: CONTRACT, example: 'btc.token', required: true })
  code?: unknown;

  @NameMember({ description: ACCOUNT, example: 'alice', required: true })
  account?: unknown;

  @PatternMember({ description: 'Symbol; all tokens without it', example: 'BTC' }, SYMBOL)
  symbol?: unknown;
}

/** Body of get_currency_stats. */
export class CurrencyStatsBody {
  @NameMember({ description: CONTRACT, example: 'btc.token', required: true })
  code?: unknown;

  @TextMember({ description: 'Symbol', example: 'BTC', required: true })
  symbol?: unknown;
}

/** Body of get_producers. */
export class ProducersBody {
  @NumberMember({ description: 'Most producers; digits are read as a number', example: 10 }, 1)
  limit?: unknown;

  @TextMember({ description: 'Account name to begin at, from `more` of the last page' })
  lower_bound?: unknown;

  @BooleanMember({ description: 'Rows as JSON, not packed', example: true })
  json?: unknown;
}

class DeferredTransactionsPage {
  @NumberMember({ description: 'Most transactions', example: 10 }, 1)
  limit?: unknown;

  @BooleanMember({ description: 'Transactions as JSON, not packed', example: true })
  json?: unknown;
}

/** Body of get_scheduled_transactions. */
export class ScheduledTransactionsBody extends DeferredTransactionsPage {
  @TextMember({ description: 'Earliest time, UTC without a zone, or the id of a transaction' })
  lower_bound?: unknown;
}

/** The rule for the time is documented for the singular route alone: clients of the other one send an empty text. */
export class ScheduledTransactionBody extends DeferredTransactionsPage {
  @PatternMember({ description: 'Earliest time, UTC without a zone' }, SCHEDULED_FROM)
  lower_bound?: unknown;
}

/** Body of get_table_by_scope. */
export class TableByScopeBody {
  @NameMember({ description: CONTRACT, example: 'dex', required: true })
  code?: unknown;

  @TextMember({ description: 'Only this table', example: 'orderbook2' })
  table?: unknown;

  @AnyMember({ description: 'First scope' })
  lower_bound?: unknown;

  @AnyMember({ description: 'Last scope' })
  upper_bound?: unknown;

  @NumberMember({ description: 'Most rows', example: 10 }, 1)
  limit?: unknown;

  @BooleanMember({ description: 'Last scope first' })
  reverse?: unknown;
}

/** Body of get_table_rows. */
export class TableRowsBody {
  @NameMember({ description: CONTRACT, example: 'btc.token', required: true })
  code?: unknown;

  @AnyMember({ description: 'Scope of the rows', example: 'alice' })
  scope?: unknown;

  @TextMember({ description: 'Name of the table', example: 'accounts', required: true })
  table?: unknown;

  @AnyMember({ description: 'Index: primary, secondary, ... tenth, or 1 to 10', example: 'primary' })
  index_position?: unknown;

  @TextMember({ description: 'Type of the key of the index: i64, name, i128, sha256, ...', example: 'name' })
  key_type?: unknown;

  @TextMember({ description: 'dec or hex: how keys of 128 bits and more are written' })
  encode_type?: unknown;

  @AnyMember({ description: 'First key' })
  lower_bound?: unknown;

  @AnyMember({ description: 'Last key' })
  upper_bound?: unknown;

  @NumberMember({ description: 'Most rows; continue at next_key while `more` is true', example: 10 }, 1)
  limit?: unknown;

  @BooleanMember({ description: 'Rows as JSON, not packed', example: true })
  json?: unknown;

  @BooleanMember({ description: 'Last key first' })
  reverse?: unknown;

  @BooleanMember({ description: 'Rows as {data, payer}' })
  show_payer?: unknown;
}

/** Body of get_accounts_by_authorizers. */
export class AuthorizersBody {
  @AnyMember(
    { description: 'Accounts, or {actor, permission}', example: ['alice'] },
    { type: 'array', items: {} },
  )
  accounts?: unknown;

  @AnyMember({ description: 'Public keys' }, { type: 'array', items: { type: 'string' } })
  keys?: unknown;
}

/** Body of get_transaction_id. */
export class TransactionIdBody {
  @AnyMember(
    { description: 'Transaction in JSON', required: true },
    { type: 'object', additionalProperties: true },
  )
  transaction?: unknown;
}

/** Body of get_required_keys. */
export class RequiredKeysBody extends TransactionIdBody {
  @AnyMember(
    { description: 'Public keys that the client has', required: true },
    { type: 'array', items: { type: 'string' } },
  )
  available_keys?: unknown;
}

/** Body of get_transaction_status. */
export class TransactionStatusBody {
  @TextMember({ description: 'Transaction id, 64 hex digits', required: true })
  id?: unknown;
}
