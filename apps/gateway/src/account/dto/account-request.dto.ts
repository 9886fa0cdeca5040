import { AccountField, NetworkAnswer, NetworkInput } from '@app/chain-tools';
import { AnswerField, TextField } from '@app/tooling';

export class RequestAccountInput extends NetworkInput {
  @AccountField({ description: 'Name of the wanted account', example: 'newagent1' })
  name!: string;

  @TextField({
    minLength: 1,
    maxLength: 200,
    description: 'Public key of the agent. Never a private key.',
    example: 'PUB_K1_57cc8Hs2ScTLjFNJQ2Zh8wTHmkkwKwvtMUfJdfNhjH5tLgg2gT',
  })
  agent_key!: string;

  @TextField({
    optional: true,
    minLength: 1,
    maxLength: 200,
    description: 'Public key of the owner. Never a private key.',
  })
  owner_key?: string;
}

export class GetAccountRequestInput extends NetworkInput {
  @TextField({ minLength: 1, maxLength: 200, description: 'Id of the request', example: 'req-1' })
  id!: string;
}

class NotEnabledAnswer extends NetworkAnswer {
  @AnswerField({
    type: 'string',
    enum: ['not_enabled'],
    description: 'Paid account creation is not enabled',
    example: 'not_enabled',
  })
  status!: 'not_enabled';

  @AnswerField({
    type: 'string',
    description: 'What to do instead',
    example:
      'Paid account creation is not enabled, and no account was created. Accounts are free at the registrar: open https://registrar.example.org and create the account there with your own public keys, then look at the account with get_account.',
  })
  instructions!: string;
}

export class RequestAccountAnswer extends NotEnabledAnswer {}

export class GetAccountRequestAnswer extends NotEnabledAnswer {
  @AnswerField({ type: 'string', description: 'The id that was asked for', example: 'req-1' })
  id!: string;
}
