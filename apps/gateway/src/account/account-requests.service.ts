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
import { registrarInstructions, type RegistrarRequest } from './registrar-instructions';

/** Paid account creation, which is not enabled: both tools say where accounts are free. */
@Injectable()
export class AccountRequestsService {
  constructor(private readonly networks: Networks) {}

  request({ network, name, agent_key, owner_key }: RequestAccountInput): RequestAccountAnswer {
    const problems = Object.entries({ agent_key, owner_key })
      .filter(([, key]) => key !== undefined && looksLikePrivateKey(key))
      .map(([field]) => `${field}: is a private key; never send one anywhere, and give up the one you sent`);
    if (problems.length > 0) fail('INVALID_ARGUMENTS', problems.join('; '));
    const wanted = { name, public_key: owner_key ?? agent_key };
    return { network, status: 'not_enabled', instructions: this.#instructions(network, wanted) };
  }

  status({ network, id }: GetAccountRequestInput): GetAccountRequestAnswer {
    const wanted = { name: '<name>', public_key: '<public key>' };
    return { network, id, status: 'not_enabled', instructions: this.#instructions(network, wanted) };
  }

  #instructions(network: Network, wanted: RegistrarRequest): string {
    const { profile, nodes } = this.networks.of(network);
    const registrar = profile.registrarUrl(withoutCredentials(nodes[0] ?? ''));
    return registrarInstructions(registrar, profile.registrarBody(wanted));
  }
}

function withoutCredentials(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}
