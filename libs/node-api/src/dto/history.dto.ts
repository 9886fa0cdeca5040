import { AnyMember, NumberMember, SizedTextMember, TextMember } from '../fields';

const MAX_NAME = 12;
const MIN_FILTER = 3;

/** Body of /v1/history/get_actions. */
export class V1ActionsBody {
  @SizedTextMember({ description: 'Name of the account', example: 'alice' }, 1, MAX_NAME)
  account_name?: unknown;

  @NumberMember({ description: 'Position of the first action' })
  pos?: unknown;

  @NumberMember({ description: 'Number of actions after `pos`' })
  offset?: unknown;

  @SizedTextMember({ description: 'code:name', example: 'btc.token:transfer' }, MIN_FILTER)
  filter?: unknown;

  @AnyMember({ description: 'desc, asc, 1 or -1', example: 'desc' })
  sort?: unknown;

  @TextMember({ description: 'Only after this time' })
  after?: unknown;

  @TextMember({ description: 'Only before this time' })
  before?: unknown;

  @NumberMember({ description: 'Global sequence of the parent' })
  parent?: unknown;
}

/** Body of /v1/history/get_controlled_accounts. */
export class ControlledAccountsBody {
  @TextMember({ description: 'Name of the controlling account', example: 'alice', required: true })
  controlling_account?: unknown;
}

/** Body of /v1/history/get_key_accounts. */
export class KeyAccountsBody {
  @TextMember({
    description: 'Public key',
    example: 'PUB_K1_57cc8Hs2ScTLjFNJQ2Zh8wTHmkkwKwvtMUfJdfNhjH5tLgg2gT',
    required: true,
  })
  public_key?: unknown;
}

/** Body of /v1/history/get_transaction. */
export class V1TransactionBody {
  @TextMember({ description: 'Transaction id, 64 hex digits', required: true })
  id?: unknown;

  @NumberMember({ description: 'Number of a block near it' })
  block_num_hint?: unknown;
}

/** Body of /v1/trace_api/get_block. */
export class TraceBlockBody {
  @AnyMember({ description: 'Block number', example: 2 }, { type: 'integer' })
  block_num?: unknown;

  @TextMember({ description: 'Block id; the gateway resolves it to a number' })
  block_id?: unknown;
}

/** Body of /v1/trace_api/get_transaction_trace. */
export class TransactionTraceBody {
  @TextMember({ description: 'Transaction id, 64 hex digits', required: true })
  id?: unknown;
}
