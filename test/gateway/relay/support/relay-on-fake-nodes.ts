import { bytesToHex, packTransaction, type Transaction } from '@app/antelope';
import type { Networks } from '@app/networks';
import { ToolError } from '@app/tooling';
import type { Chains, ChainsOptions, WaitFor } from '@app/upstream';
import type { NetworkRegistry } from '../../../../apps/gateway/src/network/network-registry';
import type {
  PushTransactionAnswer,
  PushTransactionInput,
} from '../../../../apps/gateway/src/relay/dto/push-transaction.dto';
import { RelayService } from '../../../../apps/gateway/src/relay/relay.service';
import { FakeChain, idOf } from '../../../harness/fake-node/fake-chain';
import { FakeNode, type SendScript } from '../../../harness/fake-node/fake-node';
import { chainsWithShortTimeouts, mainnetOn, SHORT_PUSH } from '../../../harness/fake-node/short-timeouts';
import { signedPush } from './signed-push';
import { TRANSFER } from './transaction';
import { networksOn } from '../../support/networks-on';
import { UNLIMITED } from '../../support/unlimited';
import { NO_EFFECTS } from '../../support/no-effects';

/** Bytes of the transfer that pushes send, in hex, and its id. */
export const PACKED = bytesToHex(packTransaction(TRANSFER));
export const ID = idOf(PACKED);

/** The answer for the transfer in the block of FakeChain, without its status. */
export const LANDED = {
  network: 'mainnet',
  transaction_id: ID,
  block_num: 101,
  block_time: '2026-11-21T12:00:00.500Z',
  finality: 'in_block',
  next: null,
};

/** The answer for the transfer when its outcome is not known. */
export const UNKNOWN = {
  ...{ ...LANDED, status: 'unknown', block_num: null, block_time: null, finality: 'speculative' },
  next: expect.stringContaining('push the same bytes again') as string,
};

/** The answer for the transfer when a node accepted it, and it was not seen in a block. */
export const PENDING = { ...UNKNOWN, status: 'pending' };

/** Limits of a push that is seen in a block soon or not at all. */
export const WITHOUT_WAIT = { ...SHORT_PUSH, inBlockMs: 300 };

/** Where no node is silent: on a busy machine all of them are late. */
export const PATIENT = { deadlinesMs: { info: 120_000, push: 120_000, lookup: 120_000 } };

/** Pushes through a relay that remembers nothing. */
export const pushOn = (
  registry: NetworkRegistry,
  input: PushTransactionInput,
): Promise<PushTransactionAnswer> =>
  new RelayService(registry, NO_EFFECTS).push(registry.of(input.network), input, UNLIMITED);

/** The relay on fake nodes of one chain, each with a script of its answers to pushes. */
export class RelayOnFakeNodes {
  chain!: FakeChain;
  nodes!: FakeNode[];
  chains!: Chains;
  #networks!: Networks;
  #limits: Partial<ChainsOptions> = {};

  async start(...scripts: SendScript[][]): Promise<void> {
    this.chain = new FakeChain('relay-on-fake-nodes');
    this.nodes = await Promise.all(scripts.map(() => FakeNode.start(this.chain)));
    scripts.forEach((script, index) => (this.nodes[index]!.script = script));
    this.#networks = mainnetOn(
      this.nodes.map(({ url }) => url),
      this.chain.chainId,
    );
    this.#limits = scripts.flat().some((step) => step.endsWith('hang')) ? {} : PATIENT;
    this.chains = chainsWithShortTimeouts(this.#networks, this.#limits);
  }

  /** The same nodes with other limits. */
  async restart(options: Partial<ChainsOptions>): Promise<void> {
    await this.chains.close();
    this.chains = chainsWithShortTimeouts(this.#networks, { ...this.#limits, ...options });
  }

  /** A reload of the networks file, which names these of the nodes. */
  reload(...indexes: number[]): void {
    const urls = indexes.map((index) => this.nodes[index]!.url);
    this.chains.configure(mainnetOn(urls, this.chain.chainId).all());
  }

  /** How the network compares its reads from now on. */
  verify(verify: 'off' | 'quorum'): void {
    // Only a network in use is configured again.
    this.chains.of('mainnet');
    this.chains.configure(this.#networks.all().map((network) => ({ ...network, verify })));
  }

  async close(): Promise<void> {
    await this.chains.close();
    await Promise.all(this.nodes.map((node) => node.stop().catch(() => undefined)));
  }

  push(transaction: Transaction = TRANSFER, wait_for: WaitFor = 'in_block'): Promise<PushTransactionAnswer> {
    const input = { ...signedPush(this.chain.chainId, transaction), wait_for };
    return pushOn(networksOn(this.chains), input);
  }

  /** The message of the error that a push fails with. */
  async refusal(transaction: Transaction = TRANSFER): Promise<string> {
    const error: unknown = await this.push(transaction).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ToolError);
    return (error as ToolError).message;
  }
}
