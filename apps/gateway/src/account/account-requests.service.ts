import { Networks } from '@app/networks';
import { fail, type Network, PRIVATE_KEY_REASON } from '@app/tooling';
import { Injectable } from '@nestjs/common';
import type {
  GetAccountRequestAnswer,
  GetAccountRequestInput,
  RequestAccountAnswer,
  RequestAccountInput,
} from './dto/account-request.dto';
import { registrarInstructions, type RegistrarRequest } from './registrar-instructions';

/** 32 bytes in hex where a public key (33 bytes) belongs: a private key. Elsewhere it may be any hash. */
const RAW_PRIVATE_KEY = /^\s*(?:0x)?[0-9a-f]{64}\s*$/i;

/** Paid account creation, which is not enabled: both tools say where accounts are free. */
@Injectable()
export class AccountRequestsService {
  constructor(private readonly networks: Networks) {}

  request({ network, name, agent_key, owner_key }: RequestAccountInput): RequestAccountAnswer {
    const problems = Object.entries({ agent_key, owner_key })
      .filter(([, key]) => key !== undefined && RAW_PRIVATE_KEY.test(key))
      .map(([field]) => `${field}: ${PRIVATE_KEY_REASON}`);
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
    const registrar = profile.registrarUrl(withoutCredentials(nodes[0]?.url ?? ''));
    return registrarInstructions(registrar, profile.registrarBody(wanted));
  }
}

function withoutCredentials(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.replace(/\/+$/, '')}`;
}
