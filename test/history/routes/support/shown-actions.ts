import { encodeAction, serializeAbi } from '@app/antelope';
import { ABI } from '@wharfkit/antelope';
import { actionFields } from '../../../../apps/history/src/derive/action-fields';
import type { BlockWrites } from '../../../../apps/history/src/derive/block-writes';
import { CHAIN_ID } from '../../../../apps/history/src/store/testing/pools';
import { Random } from '../../../../apps/history/src/store/testing/random';
import { TRANSFER_STRUCT } from '../../../../libs/antelope/testing/transfer';
import { name, type SampleAction, SampleBlocks } from '../../../harness/history/sample-blocks';
import { ServedReader } from '../../../harness/history/served-reader';
import { longOr } from '../../../harness/long';
import type { TestStore } from '../../store/stores';

type Fields = Readonly<Record<string, string>>;

const abiOf = (actions: Readonly<Record<string, Fields>>, types: Fields = {}): ABI =>
  ABI.from({
    version: 'eosio::abi/1.2',
    types: Object.entries(types).map(([new_type_name, type]) => ({ new_type_name, type })),
    structs: Object.entries(actions).map(([action, fields]) => ({
      name: action,
      base: '',
      fields: Object.entries(fields).map(([field, type]) => ({ name: field, type })),
    })),
    actions: Object.keys(actions).map((action) => ({ name: action, type: action, ricardian_contract: '' })),
  });

const TRANSFER = Object.fromEntries(TRANSFER_STRUCT.fields.map((field) => [field.name, field.type]));
const ISSUE = { to: 'name', quantity: 'asset', memo: 'string' };
const OPEN = { owner: 'name', from: 'name' };
const TOKEN = abiOf({ transfer: TRANSFER, issue: ISSUE, open: OPEN });
const OLD_TOKEN = abiOf(
  { transfer: { ...TRANSFER, from: 'account', to: 'account' }, issue: ISSUE, open: OPEN },
  { account: 'name' },
);
const NFT = abiOf({
  transfer: { from: 'name', to: 'name', ids: 'uint64[]', memo: 'string' },
  issue: ISSUE,
  open: OPEN,
});
const REVERSED = abiOf({
  transfer: { to: 'name', from: 'name', quantity: 'asset', memo: 'string' },
  issue: ISSUE,
  open: OPEN,
});
const SYSTEM_ACTIONS = {
  newaccount: { creator: 'name', name: 'name' },
  updateauth: { account: 'name', permission: 'name', parent: 'name' },
  deleteauth: { account: 'name', permission: 'name' },
  buyram: { payer: 'name', receiver: 'name' },
  delegatebw: { from: 'name', receiver: 'name' },
};
const SYSTEM = abiOf(SYSTEM_ACTIONS);
/** The same actions, of a contract that is not the system's. */
const COPY = abiOf({ ...SYSTEM_ACTIONS, transfer: TRANSFER });

/** By the part of the chain from which on they are valid; undefined: none. */
const CONTRACTS: Readonly<Record<string, readonly (ABI | undefined)[]>> = {
  token: [TOKEN],
  old: [OLD_TOKEN, OLD_TOKEN, TOKEN],
  nft: [NFT],
  reversed: [REVERSED],
  changing: [TOKEN, NFT, undefined],
  late: [undefined, TOKEN],
  eosio: [SYSTEM],
  copy: [COPY],
};
const PARTS = 3;
const REVERSIBLE = 3;
const ACCOUNTS = ['alice', 'bob', 'carol', 'active', 'owner'];
const QUANTITIES = ['1.0000 SYS', '2.50 OTH'];
const MEMBERS = [
  'to',
  'from',
  'permission',
  'account',
  'receiver',
  'creator',
  'newact',
  'name',
  'symbol',
  'memo',
  'quantity',
];
const NAMES = ['transfer', 'issue', 'open', ...Object.keys(SYSTEM_ACTIONS)];

interface Answer {
  readonly actions: readonly { readonly global_sequence: number }[];
  readonly total: unknown;
}

/** An action as routes have to show it. */
interface ShownAction {
  readonly sequence: number;
  readonly account: string;
  readonly name: string;
  /** Undefined: it is shown in hex. */
  readonly data: Readonly<Record<string, unknown>> | undefined;
}

const valueOf = (random: Random, type: string): unknown => {
  if (type === 'asset') return random.pick(QUANTITIES);
  if (type === 'uint64[]') return [random.below(3)];
  return type === 'string' ? random.pick(['', 'alice', 'hello']) : random.pick(ACCOUNTS);
};

/** Data with the members that Hyperion adds. */
function shownData(account: string, action: string, data: Readonly<Record<string, unknown>>) {
  if (account === 'eosio' && action === 'newaccount') return { ...data, newact: data['name'] };
  const { quantity } = data;
  if (action !== 'transfer' || typeof quantity !== 'string') return data;
  return { ...data, symbol: quantity.split(' ')[1] };
}

function randomAction(random: Random, part: number) {
  const account = random.pick(Object.keys(CONTRACTS));
  const abis = CONTRACTS[account]!;
  const valid = abis[Math.min(part, abis.length - 1)];
  const abi = valid ?? TOKEN;
  const struct = random.pick(abi.structs.filter((each) => each.name !== 'account'));
  const data = Object.fromEntries(struct.fields.map((field) => [field.name, valueOf(random, field.type)]));
  const bytes = encodeAction(abi, struct.name, data as Parameters<typeof encodeAction>[2]);
  const action: SampleAction = {
    ...{ account, name: struct.name, actor: random.pick(ACCOUNTS), data: bytes },
    fields: actionFields(name(account), name(struct.name), bytes),
  };
  return { action, data: valid && shownData(account, struct.name, data) };
}

function randomChain(random: Random, length: number) {
  const made = new SampleBlocks();
  const shown: ShownAction[] = [];
  let part = -1;
  const blocks = Array.from({ length }, (_unused, index): BlockWrites => {
    const before = part;
    part = Math.floor((index * PARTS) / length);
    const actions = Array.from({ length: 5 }, () => randomAction(random, part));
    const writes = made.next(actions.map(({ action }) => [action]));
    writes.actions.forEach(({ globalSequence }, position) => {
      const { action, data } = actions[position]!;
      shown.push({ sequence: Number(globalSequence), account: action.account, name: action.name, data });
    });
    if (part === before) return writes;
    const globalSequence = writes.actions[0]!.globalSequence - 1n;
    const abis = Object.entries(CONTRACTS).flatMap(([account, ofParts]) => {
      if (part >= ofParts.length || (part === 0 && ofParts[0] === undefined)) return [];
      const abi = ofParts[part];
      return { account: name(account), globalSequence, abi: abi ? serializeAbi(abi) : new Uint8Array() };
    });
    return { ...writes, abis };
  });
  return { blocks, shown };
}

interface Search {
  readonly filters: readonly (readonly [code: string, name: string])[];
  readonly names: readonly string[];
  readonly members: readonly (readonly [member: string, values: readonly string[], isExcluded: boolean])[];
}

const some = <T>(random: Random, most: number, make: () => T): T[] =>
  Array.from({ length: random.below(most + 1) }, make);

function randomSearch(random: Random): Search {
  const action = random.pick(NAMES);
  const code = (): string => random.pick(['*', 'token', ...Object.keys(CONTRACTS)]);
  return {
    filters: some(random, 2, () => [code(), random.pick(['*', action, action, random.pick(NAMES)])] as const),
    names: random.chance(60) ? [] : random.chance(80) ? [action] : [action, random.pick(NAMES)],
    members: Array.from({ length: 1 + random.below(2) }, () => {
      const member = random.pick(MEMBERS);
      const values = [...new Set([1, 2].slice(random.below(2)).map(() => randomValue(random, member)))];
      return [member, values, random.chance(10)] as const;
    }),
  };
}

function randomValue(random: Random, member: string): string {
  if (member === 'quantity') return random.pick(QUANTITIES);
  return member === 'symbol' ? random.pick(['SYS', 'OTH']) : random.pick([...ACCOUNTS, 'nobody']);
}

const queryOf = ({ filters, names, members }: Search): Record<string, string> => ({
  ...(filters.length === 0 ? {} : { filter: filters.map((pair) => pair.join(':')).join(',') }),
  ...(names.length === 0 ? {} : { 'act.name': names.join(',') }),
  ...Object.fromEntries(
    members.map(([member, values, isExcluded]) => [
      `act.data.${member}`,
      values.map((value) => `${isExcluded ? '!' : ''}${value}`).join(','),
    ]),
  ),
});

/** Whether an action is meant, by nothing but what it shows. */
function isMeant({ filters, names, members }: Search, action: ShownAction): boolean {
  const isOneOf = filters.some(
    ([code, wanted]) =>
      (code === '*' || code === action.account) && (wanted === '*' || wanted === action.name),
  );
  // A member that is asked for twice has the conditions of its last one.
  const byMember = new Map(members.map(([member, ...condition]) => [member, condition] as const));
  return (
    (filters.length === 0 || isOneOf) &&
    (names.length === 0 || names.includes(action.name)) &&
    [...byMember].every(([member, [values, isExcluded]]) => {
      const value = action.data?.[member];
      const isValue = value !== undefined && values.includes(String(value));
      return isExcluded ? !isValue : isValue;
    })
  );
}

/** Compares what random searches of a store find with the actions that show what is searched for. */
export async function expectShownActions(store: TestStore): Promise<void> {
  const random = new Random(longOr(Date.now(), 7));
  const { blocks, shown } = randomChain(random, longOr(200, 40));
  await store.writer.open(CHAIN_ID);
  for (let at = 0; at < blocks.length; at += 10) {
    const part = blocks.slice(at, at + 10);
    await store.writer.append(part, part.at(-1)!.block.num - REVERSIBLE);
  }
  const served = await ServedReader.start(store.reader, blocks.at(-1)!.block.timeMs);
  let found = 0;
  for (let run = 0; run < longOr(20_000, 250); run++) {
    const search = randomSearch(random);
    const query = queryOf(search);
    const { actions, total } = await served.read<Answer>('/v2/history/get_actions', {
      ...query,
      ...{ sort: 'asc', limit: 1000, track: true },
    });
    const wanted = shown.filter((action) => isMeant(search, action)).map(({ sequence }) => sequence);
    expect({ query, total, actions: actions.map((action) => action.global_sequence) }).toEqual({
      ...{ query, actions: wanted },
      total: { value: wanted.length, relation: 'eq' },
    });
    if (wanted.length > 0) found++;
  }
  expect(found).toBeGreaterThan(30);
  await served.close();
  await store.close();
}
