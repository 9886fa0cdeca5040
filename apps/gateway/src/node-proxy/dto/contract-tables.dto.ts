import { AccountField, NetworkInput } from '@app/chain-tools';
import { TextField } from '@app/tooling';

/** Variables of chain://{network}/tables/{code}. */
export class ContractTablesInput extends NetworkInput {
  @AccountField({ description: 'Contract account' })
  code!: string;
}

/** Variables of chain://{network}/tables/{code}/{table}. */
export class ContractTableInput extends ContractTablesInput {
  @TextField({
    pattern: '^[a-z1-5.]{1,13}$',
    patternReason: 'must be a table name: 1 to 13 characters of a-z, 1-5 and "."',
    description: 'Table of the contract',
  })
  table!: string;
}
