import { encodeAction, encodeType, nameToValue, serializeAbi, symbolCodeToValue } from '@app/antelope';
import { ABI, Serializer } from '@wharfkit/antelope';
import { TRANSFER_STRUCT } from '../../../libs/antelope/testing/transfer';
import type {
  ActionFieldValue,
  ActionWrite,
  TransactionWrite,
} from '../../../apps/history/src/derive/action-writes';
import type { BlockWrites, PermissionWrite } from '../../../apps/history/src/derive/block-writes';
import type { Name } from '../../../apps/history/src/derive/name';

/** One action of a sample: a notified account is every receiver behind the contract. */
export interface SampleAction {
  readonly account: string;
  readonly name: string;
  readonly actor: string;
  readonly permission?: string;
  readonly data: Uint8Array;
  readonly notified?: readonly string[];
  readonly fields?: readonly ActionFieldValue[];
  /** Position of the action that created it in the transaction, from 1; 0 for actions of the transaction itself. */
  readonly creator?: number;
}

export const TOKEN_ABI = ABI.from({
  version: 'eosio::abi/1.2',
  structs: [
    TRANSFER_STRUCT,
    { name: 'note', base: '', fields: [{ name: 'text', type: 'string' }] },
    { name: 'account', base: '', fields: [{ name: 'balance', type: 'asset' }] },
  ],
  actions: [
    { name: 'transfer', type: 'transfer', ricardian_contract: '' },
    { name: 'note', type: 'note', ricardian_contract: '' },
  ],
  tables: [{ name: 'accounts', type: 'account', index_type: 'i64', key_names: [], key_types: [] }],
});
export const TOKEN_ABI_BYTES = serializeAbi(TOKEN_ABI);
export const START_MS = Date.UTC(2030, 0, 1);

export const name = nameToValue;
const FIRST_SEQUENCE = 1_000n;

/** 32 bytes that begin with a number: ids of blocks, and of transactions with another `kind`. */
export function sampleId(number: number, kind = 0): Uint8Array {
  const id = new Uint8Array(32).fill(kind);
  new DataView(id.buffer).setUint32(0, number);
  return id;
}

export function transferAction(
  from: string,
  to: string,
  quantity: string,
  { memo = '', contract = 'sys.token' } = {},
): SampleAction {
  const symbol = quantity.split(' ')[1] ?? '';
  return {
    account: contract,
    name: 'transfer',
    actor: from,
    data: encodeAction(TOKEN_ABI, 'transfer', { from, to, quantity, memo }),
    notified: [from, to],
    fields: [
      { field: 'transfer.from', value: name(from) },
      { field: 'transfer.to', value: name(to) },
      { field: 'transfer.symbol', value: symbolCodeToValue(symbol) },
    ],
  };
}

export const noteAction = (actor: string, text: string, contract = 'sys.token'): SampleAction => ({
  account: contract,
  name: 'note',
  actor,
  data: encodeAction(TOKEN_ABI, 'note', { text }),
});

export const balanceRow = (balance: string): Uint8Array => encodeType(TOKEN_ABI, 'account', { balance });

/** Makes blocks that follow each other, half a second apart, with sequences as a chain counts them. */
export class SampleBlocks {
  #number: number;
  #sequence = FIRST_SEQUENCE;
  readonly #received = new Map<string, bigint>();

  constructor(firstBlock = 2) {
    this.#number = firstBlock;
  }

  /** The next block: each list is one transaction. */
  next(
    transactions: readonly (readonly SampleAction[])[] = [],
    more: Partial<BlockWrites> = {},
  ): BlockWrites {
    const num = this.#number++;
    const writes = transactions.map((_actions, index) => this.#transaction(num, index));
    return {
      block: {
        num,
        id: sampleId(num),
        previousId: sampleId(num - 1),
        timeMs: START_MS + num * 500,
        producer: name(num % 2 === 0 ? 'producera' : 'producerb'),
        scheduleVersion: 1,
        transactionMroot: sampleId(num, 101),
        actionMroot: sampleId(num, 102),
        cpuUsageUs: writes.reduce((sum, { cpuUsageUs }) => sum + cpuUsageUs, 0),
        netUsageWords: writes.reduce((sum, { netUsageWords }) => sum + netUsageWords, 0),
      },
      transactions: writes,
      actions: transactions.flatMap((actions, index) =>
        actions.map((action, position) => this.#action(action, position + 1, index)),
      ),
      deltas: [],
      tokens: [],
      permissions: [],
      links: [],
      createdAccounts: [],
      proposals: [],
      voters: [],
      schedules: [],
      missedBlocks: [],
      abis: [],
      trades: [],
      ...more,
    };
  }

  #transaction(num: number, index: number): TransactionWrite {
    return {
      id: sampleId(num, index + 1),
      status: 'executed',
      cpuUsageUs: 100 + index,
      netUsageWords: 12 + index,
      header: {
        expiration: START_MS / 1000 + 60,
        refBlockNum: 1,
        refBlockPrefix: 2,
        maxNetUsageWords: 0,
        maxCpuUsageMs: 0,
        delaySec: 0,
      },
      signatures: [SIGNATURE],
    };
  }

  #action(action: SampleAction, actionOrdinal: number, transaction: number): ActionWrite {
    const receivers = [action.account, ...(action.notified ?? []).filter((each) => each !== action.account)];
    const receipts = receivers.map((receiver, index) => ({
      receiver: name(receiver),
      globalSequence: this.#sequence++,
      recvSequence: this.#receive(receiver),
      authSequence: [{ account: name(action.actor), sequence: this.#sequence }],
      codeSequence: 1,
      abiSequence: 1,
      actionOrdinal: actionOrdinal + index,
      creatorActionOrdinal: index === 0 ? (action.creator ?? 0) : actionOrdinal,
    }));
    const accounts: Name[] = [...new Set([...receivers, action.actor])].map(name);
    return {
      transaction,
      globalSequence: receipts[0]!.globalSequence,
      actionOrdinal,
      creatorActionOrdinal: action.creator ?? 0,
      account: name(action.account),
      name: name(action.name),
      authorization: [{ actor: name(action.actor), permission: name(action.permission ?? 'active') }],
      isContextFree: false,
      data: action.data,
      receipts,
      ramDeltas: action.name === 'transfer' ? [{ account: name(action.actor), delta: 128n }] : [],
      returnValue: new Uint8Array(),
      accounts,
      fields: action.fields ?? [],
    };
  }

  #receive(receiver: string): bigint {
    const next = (this.#received.get(receiver) ?? 0n) + 1n;
    this.#received.set(receiver, next);
    return next;
  }
}

/** A K1 signature of the right form, never checked. */
const SIGNATURE = new Uint8Array([0, 31, ...new Array<number>(64).fill(7)]);

/** The binary form of a K1 key with 33 bytes of `fill`. */
export function sampleKey(fill: number): Uint8Array {
  const key = new Uint8Array(34).fill(fill);
  key[0] = 0;
  key[1] = 2;
  return key;
}

export const keyTextOf = (key: Uint8Array): string =>
  Serializer.decode({ data: key, type: 'public_key' }).toString() as string;

/** An active permission of one key, which the active permission of `controller` satisfies too. */
export const samplePermission = (owner: string, key: Uint8Array, controller?: string): PermissionWrite => ({
  owner: name(owner),
  name: name('active'),
  parent: name('owner'),
  lastUpdatedMs: START_MS,
  authority: {
    threshold: 1,
    keys: [{ key, weight: 1 }],
    accounts:
      controller === undefined ? [] : [{ actor: name(controller), permission: name('active'), weight: 1 }],
    waits: [],
  },
});
