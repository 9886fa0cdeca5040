import {
  bytesToHex,
  formatAsset,
  hexToBytes,
  nameFromValue,
  nameToValue,
  publicKeyLegacyText,
  ByteReader,
  readPublicKey,
  symbolCodeFromValue,
} from '@app/antelope';
import { decodeBlock, decodeResult } from '@app/ship';
import { TOKENS } from '../../../apps/history/src/routes/get-tokens';
import type { BlockWrites } from '../../../apps/history/src/derive/block-writes';
import { Derivation } from '../../../apps/history/src/derive/derivation';
import { MemoryHistory } from '../../harness/history/memory/memory-history';
import { MemoryReader } from '../../harness/history/memory/memory-reader';
import { recordedFrames, recordedText, type RecordedSession } from '../../harness/ship/recorded-frames';

interface TracedAction {
  global_sequence: number;
  receiver: string;
  account: string;
  action: string;
  authorization: { account: string; permission: string }[];
  data: string;
  return_value: string;
}
interface TracedBlock {
  number: number;
  id: string;
  previous_id: string;
  timestamp: string;
  producer: string;
  transactions: { id: string; cpu_usage_us: number; net_usage_words: number; actions: TracedAction[] }[];
}
interface Step {
  step: string;
  id: string;
}
type FinalState = Record<
  string,
  {
    account: {
      permissions: {
        perm_name: string;
        parent: string;
        required_auth: { threshold: number; keys: { key: string; weight: number }[] };
      }[];
    };
    rows: { rows: { balance: string }[] };
  }
>;

const recorded = <T>(file: string): T => JSON.parse(recordedText(file)) as T;

function derived(...sessions: RecordedSession[]): BlockWrites[] {
  const derivation = new Derivation();
  derivation.resume(undefined);
  return sessions
    .flatMap((session) => recordedFrames(session))
    .map((frame) => {
      const content = decodeResult(frame);
      if (content.type !== 'get_blocks_result_v0')
        throw new Error('the recording has results of blocks only');
      return derivation.derive(decodeBlock(content));
    });
}

describe('derivation of a session recorded on a real node', () => {
  const history = new MemoryHistory();
  const reader = new MemoryReader(history);
  const transactionOfStep = async (name: string) => {
    const step = recorded<Step[]>('scenario.json').find((entry) => entry.step === name);
    return reader.transaction(hexToBytes(step?.id ?? ''));
  };

  beforeAll(async () => {
    await history.open(new Uint8Array(32));
    await history.append(derived('genesis', 'session'), 0);
  });

  it('the history of a session has every action trace that trace_api of the node shows', async () => {
    const blocks = recorded<TracedBlock[]>('trace_api.json');
    expect(blocks.length).toBeGreaterThan(15);
    for (const block of blocks) {
      const stored = await reader.block(block.number);
      expect(bytesToHex(stored!.id)).toBe(block.id);
      expect(bytesToHex(stored!.previousId)).toBe(block.previous_id);
      expect(`${new Date(stored!.timeMs).toISOString()}`).toBe(block.timestamp);
      expect(nameFromValue(stored!.producer)).toBe(block.producer);
      const transactions = await reader.blockTransactions(block.number);
      expect(transactions.map(({ id }) => bytesToHex(id))).toEqual(block.transactions.map(({ id }) => id));
      for (const [index, transaction] of transactions.entries()) {
        const traced = block.transactions[index]!;
        expect(transaction.cpuUsageUs).toBe(traced.cpu_usage_us);
        expect(transaction.netUsageWords).toBe(traced.net_usage_words);
        const traces = transaction.actions.flatMap((action) =>
          action.receipts.map((receipt, position) => ({
            global_sequence: Number(receipt.globalSequence),
            receiver: nameFromValue(receipt.receiver),
            account: nameFromValue(action.account),
            action: nameFromValue(action.name),
            authorization: action.authorization.map(({ actor, permission }) => ({
              account: nameFromValue(actor),
              permission: nameFromValue(permission),
            })),
            data: bytesToHex(action.data),
            return_value: position === 0 ? bytesToHex(action.returnValue) : '',
          })),
        );
        traces.sort((left, right) => left.global_sequence - right.global_sequence);
        expect(traces).toEqual(
          [...traced.actions].sort((left, right) => left.global_sequence - right.global_sequence),
        );
      }
    }
  });

  it('two equal actions of one transaction stay apart, each with its notifications', async () => {
    const found = await transactionOfStep('two identical actions in one transaction');
    expect(found?.actions).toHaveLength(2);
    for (const { receipts } of found!.actions) {
      expect(receipts.map(({ receiver }) => nameFromValue(receiver))).toEqual([
        'eosio.token',
        'eosio',
        'alice',
      ]);
    }
  });

  it('the history of a session has the balances and permissions that the node has at the end', async () => {
    for (const [account, state] of Object.entries(recorded<FinalState>('final-state.json'))) {
      const tokens = await reader.list(TOKENS, { account: nameToValue(account), skip: 0, limit: 10 });
      const balances = tokens.items.map(({ symbolCode, ...token }) =>
        formatAsset({ ...token, symbol: symbolCodeFromValue(symbolCode) }),
      );
      expect(balances).toEqual(state.rows.rows.map(({ balance }) => balance));
      const permissions = await reader.permissions(nameToValue(account), 100);
      expect(
        permissions.map(({ name, parent, authority }) => ({
          perm_name: nameFromValue(name),
          parent: nameFromValue(parent),
          threshold: authority.threshold,
          keys: authority.keys.map(({ key, weight }) => ({
            key: publicKeyLegacyText(readPublicKey(new ByteReader(key))),
            weight,
          })),
        })),
      ).toEqual(
        state.account.permissions.map(({ perm_name, parent, required_auth: { threshold, keys } }) => ({
          perm_name,
          parent,
          threshold,
          keys,
        })),
      );
    }
  });

  it('an ABI has the time of its setabi action, also within one transaction', async () => {
    const found = await transactionOfStep('setabi then transfer in one transaction');
    const [setAbi, transfer] = found!.actions;
    expect(nameFromValue(setAbi!.name)).toBe('setabi');
    const contract = nameToValue('eosio.token');
    const before = await reader.abi({ contract, atSequence: setAbi!.globalSequence });
    const after = await reader.abi({ contract, atSequence: transfer!.globalSequence });
    expect(after!.globalSequence).toBe(setAbi!.globalSequence);
    expect(before!.globalSequence).toBeLessThan(setAbi!.globalSequence);
  });

  it('a link is shown from its block until the block that removes it', async () => {
    const linked = await transactionOfStep('linkauth');
    const removed = await transactionOfStep('unlinkauth');
    const blocks = derived('genesis', 'session');
    const linksAt = async (num: number) => {
      const until = new MemoryHistory();
      await until.append(
        blocks.filter(({ block }) => block.num <= num),
        0,
      );
      return (await new MemoryReader(until).links({ skip: 0, limit: 1000 })).items.length;
    };
    const [first, last] = [linked!.block.num, removed!.block.num];
    expect([await linksAt(first - 1), await linksAt(first), await linksAt(last - 1)]).toEqual([0, 1, 1]);
    expect(await linksAt(last)).toBe(0);
  });

  it('the accounts and members of a transfer are indexed', async () => {
    const found = await reader.actions({
      account: nameToValue('bob'),
      fields: [{ field: 'transfer.to', values: [nameToValue('bob')] }],
      order: 'asc',
      skip: 0,
      limit: 100,
      countUpTo: Infinity,
    });
    const ids = new Set(found.items.map(({ transaction }) => bytesToHex(transaction.id)));
    const wanted = recorded<Step[]>('scenario.json').filter(({ step }) =>
      step.startsWith('transfer alice>bob'),
    );
    expect(wanted.length).toBeGreaterThan(5);
    for (const { id } of wanted) expect(ids).toContain(id);
  });

  it('the history of a session has the proposed and the announced schedule with their blocks', async () => {
    const proposed = await reader.schedule({ kind: 'proposed' });
    const activated = await reader.schedule({ kind: 'activated' });
    const names = (schedule: typeof proposed) => schedule?.producers.map(({ name }) => nameFromValue(name));
    expect(names(proposed)).toEqual(['prodaa', 'prodbb', 'prodcc']);
    expect(names(activated)).toEqual(['prodaa', 'prodbb', 'prodcc']);
    const setProducers = await transactionOfStep('setprods');
    expect(proposed?.blockNum).toBe(setProducers?.block.num);
    expect(activated?.proposedBlockNum).toBe(proposed?.blockNum);
  });

  it('the history of a session has the creator of the accounts that it created', async () => {
    const created = await reader.creation(nameToValue('alice'));
    expect(nameFromValue(created!.creator)).toBe('eosio');
    expect(await reader.creation(nameToValue('eosio'))).toBeUndefined();
  });
});
