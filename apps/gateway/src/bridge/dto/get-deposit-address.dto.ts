import { BITCOIN_NETWORKS, type BitcoinNetwork } from '@app/bitcoin';
import { AccountField, NetworkAnswer, NetworkInput } from '@app/chain-tools';
import { AnswerField } from '@app/tooling';

export class GetDepositAddressInput extends NetworkInput {
  @AccountField({ description: 'Account that gets the BTC' })
  account!: string;
}

export class GetDepositAddressAnswer extends NetworkAnswer {
  @AnswerField({ type: 'string', description: 'Account that gets the BTC', example: 'alice' })
  account!: string;

  @AnswerField({
    type: 'string',
    nullable: true,
    description:
      'BTC sent here arrives as BTC of the account after confirmation; null when it has no address',
    example: 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202',
  })
  btc_address!: string | null;

  @AnswerField({
    type: 'string',
    enum: BITCOIN_NETWORKS,
    description: 'The Bitcoin network of the address: BTC of another one is lost there',
    example: 'regtest',
  })
  btc_network!: BitcoinNetwork;
}
