import { NetworkInput } from '@app/chain-tools';
import { TextField } from '@app/tooling';

/** Variables of tx://{network}/{id}. */
export class TransactionLocationInput extends NetworkInput {
  @TextField({
    pattern: '^[0-9a-f]{64}$',
    patternReason: 'must be 64 lower-case hex digits',
    description: 'Id of the transaction: 64 lower-case hex digits',
  })
  id!: string;
}
