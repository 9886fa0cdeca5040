import { AnyMember, NumberMember, SizedTextMember, TextMember } from '../fields';

const MAX_NAME = 12;
const MIN_FILTER = 3;

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

export class ControlledAccountsBody {
  @TextMember({ description: 'Name of the controlling account', example: 'alice', required: true })
  controlling_account?: unknown;
}

export class KeyAccountsBody {
  @TextMember({
    description: 'Public key',
    example: 'PUB_K1_57cc8Hs2ScTLjFNJQ2Zh8wTHmkkwKwvtMUfJdfNhjH5tLgg2gT',
    required: true,
  })
  public_key?: unknown;
}

export class V1TransactionBody {
  @TextMember({ description: 'Transaction id, 64 hex digits', required: true })
  id?: unknown;

  @NumberMember({ description: 'Number of a block near it' })
  block_num_hint?: unknown;
}

export class TraceBlockBody {
  @AnyMember({ description: 'Block number', example: 2 }, { type: 'integer' })
  block_num?: unknown;

  @TextMember({ description: 'Block id; the gateway resolves it to a number' })
  block_id?: unknown;
}

export class TransactionTraceBody {
  @TextMember({ description: 'Transaction id, 64 hex digits', required: true })
  id?: unknown;
}
