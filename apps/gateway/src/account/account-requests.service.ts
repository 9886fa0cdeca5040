import { fail } from '@app/chain-tools';
import { PRIVATE_KEY_REASON } from '@app/tooling';
import { Injectable } from '@nestjs/common';
import type {
  GetAccountRequestAnswer,
  GetAccountRequestInput,
  RequestAccountAnswer,
  RequestAccountInput,
} from './dto/account-request.dto';
import { isDevelopmentNode, withoutCredentials } from '../profile/development-node';
import { registrarInstructions, type RegistrarRequest } from './registrar-instructions';
import type { Network } from '../network/network';

/** 32 bytes in hex where a public key (33 bytes) belongs: a private key. Elsewhere it may be any hash. */
const RAW_PRIVATE_KEY = /^\s*(?:0x)?[0-9a-f]{64}\s*$/i;

/** Paid account creation, which is not enabled: both tools say where accounts are free. */
@Injectable()
export class AccountRequestsService {
  async request(
    network: Network,
    { name, agent_key, owner_key }: RequestAccountInput,
  ): Promise<RequestAccountAnswer> {
    const problems = Object.entries({ agent_key, owner_key })
      .filter(([, key]) => key !== undefined && RAW_PRIVATE_KEY.test(key))
      .map(([field]) => `${field}: ${PRIVATE_KEY_REASON}`);
    if (problems.length > 0) fail('INVALID_ARGUMENTS', problems.join('; '));
    const wanted = { name, public_key: owner_key ?? agent_key };
    const instructions = await this.#instructions(network, wanted);
    return { network: network.name, status: 'not_enabled', instructions };
  }

  async status(network: Network, { id }: GetAccountRequestInput): Promise<GetAccountRequestAnswer> {
    const wanted = { name: '<name>', public_key: '<public key>' };
    const instructions = await this.#instructions(network, wanted);
    return { network: network.name, id, status: 'not_enabled', instructions };
  }

  /** The URL of a node is shown only where the node is a development chain. */
  async #instructions({ profile, nodes }: Network, wanted: RegistrarRequest): Promise<string> {
    const node = nodes[0]?.url ?? '';
    const isShown = !profile.registrarIsNode || (await isDevelopmentNode(node));
    const registrar = isShown ? profile.registrarUrl(withoutCredentials(node)) : undefined;
    return registrarInstructions(registrar, profile.registrarBody(wanted));
  }
}
