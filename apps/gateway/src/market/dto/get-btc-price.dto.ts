import { BTC_USD } from '@app/prices';
import { NetworkInput } from '@app/chain-tools';
import { TextField } from '@app/tooling';

export class GetBtcPriceInput extends NetworkInput {
  @TextField({
    minLength: 1,
    maxLength: 64,
    description: 'Name of the feed: btcusd is the only one of mainnet',
  })
  pair: string = BTC_USD;
}
