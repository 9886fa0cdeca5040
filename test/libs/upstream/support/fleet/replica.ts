import { Networks, nodeConfigs } from '@app/networks';
import { type Clock, ConsistentRead, type RandomBelow, VerifiedCall } from '@app/operations';
import type { RedisServer } from '@app/redis';
import { type ChainClient, Chains, type ConfirmedOutcome, Cordons } from '@app/upstream';
import { RedisCordons, RedisHeads, RedisPushes, RedisWatches, SharedHolders } from '@app/upstream/redis';
import type { PushReply } from '../../../../../libs/upstream/src/push/push-reply';
import { inSendTransaction } from '../../../../../libs/upstream/src/push/send';
import { CHAIN } from '../../../../../libs/upstream/src/pool/testing/judged-nodes';
import { mainnetOn } from '../../../../harness/fake-node/short-timeouts';
import type { SimulatedTransaction } from './simulated-chain';
import type { VirtualTime } from './virtual-time';

export const NETWORK = 'mainnet';
export const KEY_PREFIX = 'ctg:';
export const SECRET = 'a text that all replicas have in common';
/** As the gateway reads the cordons. */
const REFRESH_MS = 1_000;

const SERVER: RedisServer = {
  topology: { kind: 'single', url: 'redis://redis.model:6379' },
  ...{ username: undefined, password: undefined, tls: undefined },
  ...{ commandTimeoutMs: 250, connectTimeoutMs: 1_000 },
};

interface ReplicaOptions {
  readonly time: VirtualTime;
  readonly clock: Clock;
  readonly random: RandomBelow;
  /** Labels of the nodes in the order of the configuration. */
  readonly nodes: readonly string[];
}

/** The parts of a gateway for one network, as in the product: clients, pool, watch, and all that it shares by Redis. */
export class Replica {
  readonly client: ChainClient;
  readonly #chains: Chains;
  readonly #cordons: Cordons;
  readonly #stores: readonly { start(): Promise<void>; close(): void }[];
  isClosed = false;
  /** When it began to serve; undefined: not yet. */
  readyMs: number | undefined;

  constructor(private readonly options: ReplicaOptions) {
    const { clock, random, nodes } = options;
    const shared = { server: SERVER, keyPrefix: KEY_PREFIX, secret: SECRET, onChange: () => undefined };
    const heads = new RedisHeads(clock, shared);
    const holders = new SharedHolders(clock, shared);
    const watches = new RedisWatches(clock, shared);
    const pushes = new RedisPushes(clock, shared);
    const cordons = new RedisCordons(clock, shared);
    this.#stores = [heads, holders, watches, pushes, cordons];
    const [config] = mainnetOn(['http://unused'], CHAIN).all();
    const configs = nodeConfigs(
      nodes.map((label) => ({ url: `http://${label}.model`, label, capabilities: ['chain'] })),
    );
    this.#chains = new Chains(new Networks([{ ...config!, nodes: configs, verify: 'quorum' }]), {
      ...{ clock, random, samplePercent: 10 },
      ...{ sharedHeads: heads, pushHolders: holders, watches, sharedPushes: pushes },
    });
    this.client = this.#chains.of(NETWORK);
    const apply = (labels: ReadonlySet<string>): void => {
      this.client.cordon(labels);
    };
    this.#cordons = new Cordons({ network: NETWORK, labels: () => nodes, apply }, cordons);
  }

  async start(): Promise<void> {
    await Promise.all(this.#stores.map((store) => store.start()));
    // As the gateway: a node that is out of service gets no request of a replica that starts.
    await this.#cordons.refresh();
    this.#refreshLater();
    await this.client.info();
    this.readyMs = this.options.time.nowMs;
  }

  cordon(label: string, isCordoned: boolean): void {
    void this.#cordons.set(label, isCordoned, this.options.clock.now());
  }

  /** State by a read that two nodes have to answer alike. @param token undefined: any block serves */
  async verifiedState(token: string | undefined): Promise<number> {
    const rows = await withToken(token, () => new VerifiedCall().run(() => this.#rows('states')));
    return (rows as { state: number }).state;
  }

  /** Head of the state that one node answers with, and its label. */
  async servedHead(token: string | undefined): Promise<{ head: number; node: string }> {
    return (await withToken(token, () => this.#rows('heads'))) as { head: number; node: string };
  }

  /** As the node API answers get_info: a head at hand is read again where another replica has shown a higher one. */
  async head(): Promise<number> {
    const { headBlockNum } = await this.client.info();
    if (await this.client.heads.show(headBlockNum)) return headBlockNum;
    return (await this.client.info()).headBlockNum;
  }

  push(transaction: SimulatedTransaction): Promise<ConfirmedOutcome> {
    return this.client.pushes.send(transaction, 'in_block');
  }

  /** As the node API pushes: the answer in the bytes of a node. */
  relay(transaction: SimulatedTransaction): Promise<PushReply> {
    return this.client.pushes.relay(inSendTransaction(transaction));
  }

  /** As the end of a process: nothing more is sent. */
  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    for (const store of this.#stores) store.close();
    await this.#chains.close();
  }

  async #rows(table: string): Promise<unknown> {
    const { rows } = await this.client.tableRows({ code: 'model', scope: 'model', table });
    return rows[0];
  }

  #refreshLater(): void {
    this.options.time.after(REFRESH_MS, () => {
      if (this.isClosed) return;
      void this.#cordons.refresh().then(() => {
        this.#refreshLater();
      });
    });
  }
}

function withToken<T>(token: string | undefined, code: () => Promise<T>): Promise<T> {
  const read = token === undefined ? undefined : ConsistentRead.of(token);
  return read === undefined ? code() : read.run(code);
}
