import { AccountField, NetworkInput } from '@app/chain-tools';

/** Variables of history://{network}/{account}. */
export class AccountHistoryInput extends NetworkInput {
  @AccountField({ description: 'Account that took part in the actions' })
  account!: string;
}
