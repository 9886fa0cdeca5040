import type { ChainClient } from '@app/upstream';
import { Chains } from '@app/upstream';
import type { TestingModule } from '@nestjs/testing';
import type { Devchain } from '../../../apps/devchain/src/start-devchain';
import { AccountService } from '../../../apps/gateway/src/account/account.service';
import type { GetAccountAnswer } from '../../../apps/gateway/src/account/dto/get-account.dto';
import type { TransferInput } from '../../../apps/gateway/src/account/dto/transfer.dto';
import { TransferService } from '../../../apps/gateway/src/account/transfer.service';
import type { Network } from '../../../apps/gateway/src/network/network';
import { NetworkRegistry } from '../../../apps/gateway/src/network/network-registry';
import type { ProposalAnswer } from '../../../apps/gateway/src/composing/proposal.answer';
import { Proposals } from '../../../apps/gateway/src/composing/proposals';
import { RelayService } from '../../../apps/gateway/src/relay/relay.service';
import { expireReadCache } from '../../harness/gateway/start-gateway';
import { TestChain } from '../../harness/node/test-chain';
import { signWithLibrary } from '../../harness/signing/sign-digest';
import { startTools } from './start-tools';
import { UNLIMITED } from './unlimited';

/**
 * The services of the gateway, called in this process, on a development chain over HTTP. Blocks are produced by
 * `produce` only. The clock of the chain starts at that of the machine: proposals are refused when it is far behind.
 */
export class ServicesOnChain {
  private constructor(
    readonly node: TestChain,
    readonly tools: TestingModule,
    private readonly clock: { nowMs: number },
  ) {}

  static async start(): Promise<ServicesOnChain> {
    const clock = { nowMs: Date.now() };
    const node = await TestChain.start({ now: () => clock.nowMs, blocks: 'manual' }, { seed: 'relay-spec' });
    return new ServicesOnChain(node, await startTools([node.devchain.url]), clock);
  }

  get devchain(): Devchain {
    return this.node.devchain;
  }

  get chain(): ChainClient {
    return this.tools.get(Chains).of('mainnet');
  }

  get network(): Network {
    return this.tools.get(NetworkRegistry).of('mainnet');
  }

  keyOf(name: string, permission = 'active'): string {
    return String(this.node.keyOf(name, permission));
  }

  account(name: string): Promise<GetAccountAnswer> {
    return this.tools.get(AccountService).account(this.network, { network: 'mainnet', account: name });
  }

  /** A transfer of 0.00010001 BTC from alice to bob, unless `input` says otherwise. */
  compose(input: Partial<TransferInput> = {}): Promise<ProposalAnswer> {
    const request = this.tools.get(TransferService).transfer(this.network, {
      network: 'mainnet',
      from: 'alice',
      to: 'bob',
      symbol: 'BTC',
      amount: '0.00010001',
      memo: `at ${this.devchain.chain.head().num}`,
      permission: 'active',
      ...input,
    });
    return this.tools.get(Proposals).compose(request);
  }

  /** Relays what the key signed. No block is waited for: they are produced by `produce` only. */
  relay({ transaction }: ProposalAnswer, privateKey: string): ReturnType<RelayService['push']> {
    return this.tools.get(RelayService).push(
      this.network,
      {
        network: 'mainnet',
        wait_for: 'accepted',
        signed_tx: {
          signatures: [signWithLibrary(privateKey, transaction.signing_digest)],
          packed_trx: transaction.packed_trx,
          compression: 0,
          packed_context_free_data: '',
        },
      },
      UNLIMITED,
    );
  }

  /** Produces a block, 500 ms and `skippedMs` after the last one. */
  produce(skippedMs = 0): void {
    this.clock.nowMs += 500 + skippedMs;
    this.devchain.chain.produceBlock();
  }

  /** Adds a permission to an account, with the signature of its active key. */
  async grant(
    owner: string,
    permission: string,
    keys: readonly string[],
    accounts: readonly string[] = [],
  ): Promise<void> {
    const auth = {
      threshold: 1,
      keys: keys.map((key) => ({ key, weight: 1 })),
      accounts: accounts.map((actor) => ({ permission: { actor, permission }, weight: 1 })),
      waits: [],
    };
    const { status, text } = await this.node.transact(
      [
        {
          account: 'eosio',
          name: 'updateauth',
          authorization: [{ actor: owner, permission: 'active' }],
          data: { account: owner, permission, parent: 'active', auth },
        },
      ],
      [this.node.keyOf(owner)],
    );
    if (status !== 202) throw new Error(text);
    expireReadCache();
  }

  async close(): Promise<void> {
    await this.tools.close();
    await this.node.close();
  }
}
