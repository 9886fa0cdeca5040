import { Networks } from '@app/networks';
import { fail, type Network } from '@app/tooling';
import { Injectable } from '@nestjs/common';
import type {
  GetAccountRequestAnswer,
  GetAccountRequestInput,
  RequestAccountAnswer,
  RequestAccountInput,
} from './dto/account-request.dto';
import { looksLikePrivateKey } from './private-key-text';

/** Paid account creation, which is not enabled: both tools say where accounts are free. */
@Injectable()
export class AccountRequestsService {
  constructor(private readonly networks: Networks) {}

  request({ network, agent_key, owner_key }: RequestAccountInput): RequestAccountAnswer {
    const problems = Object.entries({ agent_key, owner_key })
      .filter(([, key]) => key !== undefined && looksLikePrivateKey(key))
      .map(([field]) => `${field}: is a private key; never send one anywhere, and give up the one you sent`);
    if (problems.length > 0) fail('INVALID_ARGUMENTS', problems.join('; '));
    return { network, status: 'not_enabled', instructions: this.#instructions(network) };
  }

  status({ network, id }: GetAccountRequestInput): GetAccountRequestAnswer {
    return { network, id, status: 'not_enabled', instructions: this.#instructions(network) };
  }

  #instructions(network: Network): string {
    const { profile, nodes } = this.networks.of(network);
    const registrar = profile.registrarUrl(withoutCredentials(nodes[0] ?? ''));
    return (
      'Paid account creation is not enabled, and no account was made. ' +
      `Accounts are free at the registrar: ${registrar} . ` +
      'Make the account there with your own public keys, then look at it with get_account.'
    );
  }
}

function withoutCredentials(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}
