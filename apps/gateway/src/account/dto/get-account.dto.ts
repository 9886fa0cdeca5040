import { AccountField, HeadAnswer, NetworkInput } from '@app/chain-tools';
import { AnswerField, type Detail, DetailField } from '@app/tooling';

export class GetAccountInput extends NetworkInput {
  @AccountField({ description: 'Account to look at' })
  account!: string;

  @DetailField('rules of permissions, resources, shares it has none of. Prefer it for balances')
  detail?: Detail;
}

/** Balances of the account, by symbol. Null: the chain does not have the token. */
export class BalancesAnswer {
  @AnswerField({
    type: 'string',
    nullable: true,
    description: 'Bitcoin on the chain, {{decimals.BTC}}; null when the chain does not have the token',
    example: '0.52000000',
  })
  BTC!: string | null;

  @AnswerField({
    type: 'string',
    nullable: true,
    description: 'Stablecoin, {{decimals.USDT}}; null when the chain does not have the token',
    example: '1250.00000000',
  })
  USDT!: string | null;

  @AnswerField({
    type: 'string',
    nullable: true,
    description: "The chain's own token, {{decimals.NATIVE}}; null when the chain does not have it",
    example: '100.0000',
  })
  NATIVE!: string | null;

  @AnswerField({
    type: 'string',
    nullable: true,
    description: 'Shares of lending pool 6, {{decimals.TPF}}; null when the chain does not have the token',
    example: '0.00000000',
  })
  TPF!: string | null;

  @AnswerField({
    type: 'string',
    nullable: true,
    description:
      "Collateral, {{decimals.CBTC}}: the account's own and that of its vault; null when the chain does not have the token, or " +
      'no table of vaults',
    example: '0.10000000',
  })
  CBTC!: string | null;
}

/** Shares of one lending pool. */
export class PoolShareAnswer {
  @AnswerField({ type: 'integer', description: 'The pool, as lend and redeem take it', example: 5 })
  pool_id!: number;

  @AnswerField({
    type: 'string',
    nullable: true,
    description: 'Symbol of its share token; null when the chain does not say it',
    example: 'TPE',
  })
  symbol!: string | null;

  @AnswerField({
    type: 'string',
    nullable: true,
    description: 'Shares the account holds, without those queued for redemption; null without a symbol',
    example: '966.58940185',
  })
  amount!: string | null;

  @AnswerField({
    type: 'string',
    nullable: true,
    description:
      'USDT that redeeming the shares pays in a block of the second of the newest one, interest until then included, ' +
      'rounded down; null when not known',
    example: '1000.00000000',
  })
  value_usdt!: string | null;
}

/** Amounts that open orders of the account lock, by symbol. */
export class LockedAnswer {
  @AnswerField({
    type: 'string',
    description: '{{locked.BTC}}',
    example: '0.10000000',
  })
  BTC!: string;

  @AnswerField({ type: 'string', description: '{{locked.USDT}}', example: '8000.00000000' })
  USDT!: string;

  @AnswerField({ type: 'string', description: '{{locked.NATIVE}}', example: '0.0000' })
  NATIVE!: string;

  @AnswerField({ type: 'string', optional: true, description: '{{locked.TPF}}', example: '0.00000000' })
  TPF?: string;

  @AnswerField({ type: 'string', optional: true, description: '{{locked.CBTC}}', example: '0.00000000' })
  CBTC?: string;
}

export class KeyWeightAnswer {
  @AnswerField({
    type: 'string',
    description: 'Public key',
    example: 'PUB_K1_57cc8Hs2ScTLjFNJQ2Zh8wTHmkkwKwvtMUfJdfNhjH5tLgg2gT',
  })
  key!: string;

  @AnswerField({ type: 'integer', description: 'Weight towards the threshold', example: 1 })
  weight!: number;
}

export class AccountWeightAnswer {
  @AnswerField({ type: 'string', description: 'Account that may sign', example: 'bob' })
  actor!: string;

  @AnswerField({ type: 'string', description: 'With this permission of it', example: 'active' })
  permission!: string;

  @AnswerField({ type: 'integer', description: 'Weight towards the threshold', example: 1 })
  weight!: number;
}

export class WaitWeightAnswer {
  @AnswerField({ type: 'integer', description: 'Seconds to wait', example: 3600 })
  wait_sec!: number;

  @AnswerField({ type: 'integer', description: 'Weight towards the threshold', example: 1 })
  weight!: number;
}

export class LinkedActionAnswer {
  @AnswerField({ type: 'string', description: 'Contract account', example: 'dex' })
  contract!: string;

  @AnswerField({
    type: 'string',
    nullable: true,
    description: 'Action the permission may sign; null: every action of the contract',
    example: 'cancelorder',
  })
  action!: string | null;
}

export class PermissionAnswer {
  @AnswerField({ type: 'string', description: 'Name of the permission', example: 'active' })
  name!: string;

  @AnswerField({ type: 'string', description: 'Its parent; empty for owner', example: 'owner' })
  parent!: string;

  @AnswerField({ type: 'integer', description: 'Weight that must sign together', example: 1 })
  threshold!: number;

  @AnswerField({ type: () => KeyWeightAnswer, list: true, description: 'Keys that may sign' })
  keys!: KeyWeightAnswer[];

  @AnswerField({ type: () => AccountWeightAnswer, list: true, description: 'Other accounts that may sign' })
  accounts!: AccountWeightAnswer[];

  @AnswerField({ type: () => WaitWeightAnswer, list: true, description: 'Delays that count as weight' })
  waits!: WaitWeightAnswer[];

  @AnswerField({
    type: () => LinkedActionAnswer,
    list: true,
    description:
      'Actions of contracts this permission may sign, not tool names. transfer on a token contract serves transfer, ' +
      'place_order, withdraw_btc (BTC), lend and repay (USDT) and redeem (shares). On the exchange, its cancel action ' +
      'serves cancel_order. On the lending contract, the action to process queues is in borrow, lend and redeem, and ' +
      'the others serve setup_vault (two actions), borrow, cancel_loan_request, withdraw_collateral and cancel_redeem. ' +
      '`actions` of a proposal names all it needs, `simulation` fails when one is not linked',
  })
  linked_actions!: LinkedActionAnswer[];
}

export class RamAnswer {
  @AnswerField({ type: 'id', description: 'Bytes used', example: 3446 })
  used!: number | string;

  @AnswerField({ type: 'id', nullable: true, description: 'Bytes owned; null = unlimited', example: 8192 })
  quota!: number | string | null;
}

export class LimitAnswer {
  @AnswerField({
    type: 'id',
    nullable: true,
    description: 'Used in the current window; null = not counted, because unlimited',
    example: 420,
  })
  used!: number | string | null;

  @AnswerField({ type: 'id', nullable: true, description: 'Left; null = unlimited', example: 99580 })
  available!: number | string | null;

  @AnswerField({
    type: 'id',
    nullable: true,
    description: 'Most per window; null = unlimited',
    example: 100000,
  })
  max!: number | string | null;
}

export class ResourcesAnswer {
  @AnswerField({ type: () => RamAnswer, description: 'Memory, in bytes' })
  ram!: RamAnswer;

  @AnswerField({ type: () => LimitAnswer, description: 'Computing time, in microseconds' })
  cpu!: LimitAnswer;

  @AnswerField({ type: () => LimitAnswer, description: 'Bandwidth, in bytes' })
  net!: LimitAnswer;
}

export class GetAccountAnswer extends HeadAnswer {
  @AnswerField({ type: 'string', description: 'The account', example: 'alice' })
  account!: string;

  @AnswerField({ type: 'string', description: 'When it was created', example: '2026-11-21T12:00:00.000Z' })
  created!: string;

  @AnswerField({
    type: () => BalancesAnswer,
    description: 'Balances as decimal strings, by token contract; what open orders lock is not in them',
  })
  balances!: BalancesAnswer;

  @AnswerField({
    type: () => PoolShareAnswer,
    list: true,
    nullable: true,
    description:
      'Shares of every lending pool, TPF among them; null when the chain has no pools or no share token',
  })
  pool_shares!: PoolShareAnswer[] | null;

  @AnswerField({
    type: () => LockedAnswer,
    nullable: true,
    description:
      'What open orders of the account lock (get_orders lists them); cancel_order gives it back. Null when the chain ' +
      'has no exchange, or when a book has more orders than are looked through',
  })
  locked!: LockedAnswer | null;

  @AnswerField({ type: () => PermissionAnswer, list: true, description: 'Who may sign what' })
  permissions!: PermissionAnswer[];

  @AnswerField({ type: () => ResourcesAnswer, description: 'Resources' })
  resources!: ResourcesAnswer;

  @AnswerField({
    type: 'boolean',
    description: 'A key of the account is known to be compromised: refuse to operate from it',
    example: false,
  })
  affected_set!: boolean;

  @AnswerField({
    type: 'boolean',
    description: 'false: the check was not available, and affected_set=false means unknown, not safe',
    example: true,
  })
  affected_set_checked!: boolean;
}
