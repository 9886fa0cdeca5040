import { PrivateKey } from '@wharfkit/antelope';
import type { ColdSettings } from '../../../apps/history/src/store/open-store';
import { ServedChain } from '../../harness/history/served-chain';
import { type ActionInput, transfer } from '../../harness/node/test-chain';

interface TraceReceipt {
  readonly receiver: string;
  readonly global_sequence: number;
}

interface ActionTrace {
  readonly action_ordinal: number;
  readonly creator_action_ordinal: number;
  readonly receiver: string;
  readonly receipt: TraceReceipt;
  readonly act: {
    readonly account: string;
    readonly name: string;
    readonly authorization: readonly { readonly actor: string }[];
    readonly data: unknown;
    readonly hex_data?: string;
  };
}

/** One action as the node answered its push. */
export interface ManifestAction {
  readonly trxId: string;
  readonly blockNum: number;
  readonly globalSequence: number;
  readonly account: string;
  readonly name: string;
  readonly data: unknown;
  /** Receivers with the sequence of each. */
  readonly receipts: ReadonlyMap<string, number>;
  /** Receivers and actors. */
  readonly accounts: ReadonlySet<string>;
}

export interface Manifest {
  readonly firstBlock: number;
  /** In the order of execution. */
  readonly actions: readonly ManifestAction[];
  readonly transactionIds: readonly string[];
  readonly created: readonly string[];
  readonly keyOfCreated: string;
}

export interface LoadedChain {
  readonly served: ServedChain;
  readonly load: Manifest;
}

const ACCOUNTS = ['alice', 'bob', 'carol'] as const;
const TRANSFERS = 40;
const NEW_ACCOUNTS = 8;
const NEW_KEY = PrivateKey.from('5KQwrPbwdL6PhXujxW37FSSQZ1JiwsST4cqQzDeyXtP79zkvFD3');
const BLOCK_EVERY = 4;

/**
 * A chain with transactions of every kind that the routes show, all of them in its history, and a record of what the
 * node answered to each.
 * @param cold of its store; default: it has one tier
 */
export async function startLoadedChain(cold?: ColdSettings): Promise<LoadedChain> {
  const served = await ServedChain.start(undefined, cold);
  const generator = new LoadGenerator(served);
  await generator.run();
  await served.caughtUp();
  return { served, load: generator.manifest() };
}

class LoadGenerator {
  readonly #actions: ManifestAction[] = [];
  readonly #ids: string[] = [];
  readonly #created: string[] = [];
  readonly #firstBlock: number;

  constructor(private readonly served: ServedChain) {
    this.#firstBlock = served.chain.chain.head().num + 1;
  }

  async run(): Promise<void> {
    await this.#transfers();
    await this.#orders();
    await this.#accounts();
    await this.#permissions();
    await this.#proposals();
    await this.#votes();
    await this.served.chain.produce(2);
  }

  manifest(): Manifest {
    return {
      firstBlock: this.#firstBlock,
      actions: this.#actions,
      transactionIds: this.#ids,
      created: this.#created,
      keyOfCreated: String(NEW_KEY.toPublic()),
    };
  }

  async #push(signer: string, ...actions: ActionInput[]): Promise<void> {
    const { node } = this.served.chain;
    const { status, json, text } = await node.transact<{
      transaction_id: string;
      processed: { block_num: number; action_traces: ActionTrace[] };
    }>(actions, [node.keyOf(signer)]);
    if (status !== 202) throw new Error(text);
    const { transaction_id: trxId, processed } = json;
    this.#ids.push(trxId);
    this.#actions.push(...merged(trxId, processed.block_num, processed.action_traces));
    if (this.#ids.length % BLOCK_EVERY === 0) await this.served.chain.produce(1);
  }

  /** With memos that distinguish them, two equal actions in one transaction, and text that looks like a range. */
  async #transfers(): Promise<void> {
    for (let index = 0; index < TRANSFERS; index++) {
      const from = ACCOUNTS[index % 3] ?? 'alice';
      const to = ACCOUNTS[(index + 1 + (index % 2)) % 3] ?? 'bob';
      const payment = transfer(from, to, `0.0000${String(1000 + index)} BTC`, {
        memo: `load 10-20 ${index}`,
      });
      await this.#push(from, ...(index % 7 === 0 ? [payment, payment] : [payment]));
    }
    await this.#push('alice', transfer('alice', 'bob', '1.0000 NATIVE', { token: 'eosio.token', memo: 'x' }));
  }

  async #orders(): Promise<void> {
    for (let index = 0; index < 4; index++) {
      const quantity = '0.00010000 BTC';
      await this.#push(
        'alice',
        transfer('alice', 'dex', quantity, { memo: `sell:${quantity}:${80_000 + index}.00000000 USDT` }),
      );
    }
  }

  async #accounts(): Promise<void> {
    const auth = authority(String(NEW_KEY.toPublic()));
    for (let index = 1; index <= NEW_ACCOUNTS; index++) {
      const name = `loaded${'12345'[index % 5] ?? '1'}${'abcdefghij'[index] ?? 'a'}`;
      this.#created.push(name);
      await this.#push(
        'eosio',
        system('newaccount', 'eosio', { creator: 'eosio', name, owner: auth, active: auth }),
      );
    }
  }

  async #permissions(): Promise<void> {
    const { node } = this.served.chain;
    const key = String(node.keyOf('bob').toPublic());
    for (const [account, controller] of [
      ['alice', 'bob'],
      ['bob', 'carol'],
    ] as const) {
      const auth = { ...authority(key), accounts: [{ permission: level(controller), weight: 1 }] };
      await this.#push(
        account,
        system('updateauth', account, { account, permission: 'loading', parent: 'active', auth }),
        system('linkauth', account, { account, code: 'btc.token', type: 'transfer', requirement: 'loading' }),
        system('linkauth', account, { account, code: 'dex', type: '', requirement: 'loading' }),
      );
      await this.served.chain.produce(1);
      await this.#push(account, system('unlinkauth', account, { account, code: 'dex', type: '' }));
    }
  }

  async #proposals(): Promise<void> {
    const { node } = this.served.chain;
    const paying = await node.transaction([transfer('alice', 'bob', '0.00000001 BTC', { memo: 'proposed' })]);
    const trx = JSON.parse(JSON.stringify(paying)) as Record<string, unknown>;
    const send = (signer: string, name: string, data: Record<string, unknown>): Promise<void> =>
      this.#push(signer, {
        account: 'eosio.msig',
        name,
        authorization: [level(signer)],
        data: { proposer: 'alice', ...data },
      });
    for (const proposal_name of ['opened', 'executed', 'cancelled'])
      await send('alice', 'propose', { proposal_name, requested: [level('alice')], trx });
    await this.served.chain.produce(1);
    await send('alice', 'approve', { proposal_name: 'executed', level: level('alice') });
    await send('alice', 'exec', { proposal_name: 'executed', executer: 'alice' });
    await send('alice', 'cancel', { proposal_name: 'cancelled', canceler: 'alice' });
  }

  async #votes(): Promise<void> {
    const producer_key = String(this.served.chain.node.keyOf('carol').toPublic());
    await this.#push(
      'carol',
      system('regproducer', 'carol', { producer: 'carol', producer_key, url: '', location: 0 }),
    );
    for (const voter of ['alice', 'bob'])
      await this.#push(voter, system('voteproducer', voter, { voter, proxy: '', producers: ['carol'] }));
  }
}

const level = (actor: string) => ({ actor, permission: 'active' });

const system = (name: string, actor: string, data: Record<string, unknown>): ActionInput => ({
  account: 'eosio',
  name,
  authorization: [level(actor)],
  data,
});

const authority = (key: string) => ({ threshold: 1, keys: [{ key, weight: 1 }], accounts: [], waits: [] });

/** The traces of notifications join that of the action that they report: it has the ordinal of their creator. */
function merged(trxId: string, blockNum: number, traces: readonly ActionTrace[]): ManifestAction[] {
  const own = traces.filter(({ receiver, act }) => receiver === act.account);
  return own
    .map((action) => {
      const notified = traces.filter(
        (trace) =>
          trace.receiver !== trace.act.account &&
          isSameAct(trace, action) &&
          rootOf(trace, traces) === action.action_ordinal,
      );
      const receipts = [action, ...notified].map(({ receipt }) => receipt);
      return {
        trxId,
        blockNum,
        globalSequence: action.receipt.global_sequence,
        account: action.act.account,
        name: action.act.name,
        data: action.act.data,
        receipts: new Map(receipts.map(({ receiver, global_sequence }) => [receiver, global_sequence])),
        accounts: new Set([
          ...receipts.map(({ receiver }) => receiver),
          ...action.act.authorization.map(({ actor }) => actor),
        ]),
      };
    })
    .sort((one, other) => one.globalSequence - other.globalSequence);
}

const isSameAct = (one: ActionTrace, other: ActionTrace): boolean =>
  one.act.account === other.act.account && one.act.name === other.act.name;

/** Ordinal of the action that a notification belongs to: notifications may be passed on by notified accounts. */
function rootOf(trace: ActionTrace, traces: readonly ActionTrace[]): number {
  const creator = traces.find(({ action_ordinal }) => action_ordinal === trace.creator_action_ordinal);
  if (creator === undefined || creator.receiver === creator.act.account) return trace.creator_action_ordinal;
  return rootOf(creator, traces);
}
