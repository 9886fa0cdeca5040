import { nameToValue } from '@app/antelope';
import fc from 'fast-check';
import { actionOf } from '../../../apps/devchain/src/client/action';
import { struct } from '../../../apps/devchain/src/kernel/sdk/abi/containers';
import { uint64, uint8 } from '../../../apps/devchain/src/kernel/sdk/abi/integers';
import { float64, name } from '../../../apps/devchain/src/kernel/sdk/abi/scalars';
import { action } from '../../../apps/devchain/src/kernel/sdk/action';
import { actionSignature } from '../../../apps/devchain/src/kernel/sdk/action-signature';
import { check } from '../../../apps/devchain/src/kernel/sdk/check';
import { contract } from '../../../apps/devchain/src/kernel/sdk/contract';
import { float128FromKey, float128Key, float64Key } from '../../../apps/devchain/src/kernel/sdk/index-keys';
import { table } from '../../../apps/devchain/src/kernel/sdk/table';
import { RecordedChain } from './support/recorded-chain';

const entries = table({
  name: 'entries',
  row: struct('entry', { id: uint64, group: uint64, ratio: float64 }),
  primaryKey: ({ id }) => id,
  indexes: [
    { name: 'bygroup', kind: 'i64', key: ({ group }) => group },
    { name: 'bywide', kind: 'i128', key: ({ group }) => (group << 64n) | 7n },
    { name: 'byhash', kind: 'sha256', key: ({ group }) => group << 192n },
    { name: 'bybig', kind: 'i256', key: ({ group }) => group },
    { name: 'byratio', kind: 'float64', key: ({ ratio }) => float64Key(ratio) },
    { name: 'byquad', kind: 'float128', key: ({ group }) => float128Key(group) },
  ],
});
const put = actionSignature(
  struct('put', { payer: name, scope: name, id: uint64, group: uint64, ratio: float64, isBad: uint8 }),
);
const drop = actionSignature(struct('drop', { scope: name, id: uint64 }));
const registry = contract({
  account: 'notebook',
  tables: [entries],
  actions: [
    action(put, (context, { payer, scope, isBad, ...row }) => {
      const rows = context.table(entries, scope);
      const before = rows.find(row.id);
      if (before === undefined) rows.emplace(payer, row);
      else rows.modify(before, row, payer);
      check(isBad === 0, 'bad entry');
    }),
    action(drop, (context, { scope, id }) => {
      const rows = context.table(entries, scope);
      const row = rows.find(id);
      if (row !== undefined) rows.erase(row);
    }),
  ],
});

const ENTRY = { payer: 'alice', scope: 'one', id: 1n, group: 5n, ratio: 0.5, isBad: 0 };
const TABLES = [
  ...['contract_row', 'contract_table', 'contract_index64', 'contract_index128', 'contract_index256'],
  ...['contract_index_double', 'contract_index_long_double'],
];

describe('deltas of the tables of contracts', () => {
  const started = (): RecordedChain => new RecordedChain({ contracts: [registry] });
  const putEntry = (changes: Partial<typeof ENTRY> = {}) =>
    actionOf('notebook', put, { ...ENTRY, ...changes }, 'alice', 'bob');
  const dropEntry = (scope = 'one', id = 1n) => actionOf('notebook', drop, { scope, id }, 'alice');
  const signers = (chain: RecordedChain) => ({ keys: [chain.key('alice'), chain.key('bob')] });
  const kinds = (chain: RecordedChain) =>
    chain.changes('contract_row', 'contract_table').map(({ table: of, present }) => [of, present]);

  it('deltas of the tables of contracts have an entry for every kind of secondary index, in the table of the index', () => {
    const chain = started();
    chain.push([putEntry()], signers(chain));
    chain.nextBlock();
    const own = { code: nameToValue('notebook'), scope: nameToValue('one'), payer: nameToValue('alice') };
    const at = (number: number) => ({
      ...own,
      primaryKey: 1n,
      table: nameToValue('entries') | BigInt(number),
    });
    const indexes = TABLES.filter((of) => of.startsWith('contract_index'));
    const hash = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
    const quad = float128FromKey(float128Key(5n)).toString(16).padStart(32, '0');
    expect(chain.changes(...indexes).map(({ table: of, row }) => [of, row])).toEqual([
      ['contract_index64', { ...at(0), secondaryKey: 5n }],
      ['contract_index128', { ...at(1), secondaryKey: (5n << 64n) | 7n }],
      ['contract_index256', { ...at(2), secondaryKey: hash('00'.repeat(7) + '05' + '00'.repeat(24)) }],
      ['contract_index256', { ...at(3), secondaryKey: hash('00'.repeat(31) + '05') }],
      ['contract_index_double', { ...at(4), secondaryKey: 0.5 }],
      ['contract_index_long_double', { ...at(5), secondaryKey: hash(quad).reverse() }],
    ]);
    const tables = chain.changes('contract_table').map(({ row }) => (row as { table: bigint }).table);
    expect(tables).toEqual([0, 1, 2, 3, 4, 5].map((number) => nameToValue('entries') | BigInt(number)));
  });

  it('deltas of the tables of contracts leave out the entries of indexes whose keys did not change', () => {
    const chain = started();
    chain.push([putEntry()], signers(chain));
    chain.nextBlock();
    chain.push([putEntry({ ratio: 0.25 })], signers(chain));
    chain.nextBlock();
    expect(chain.changes(...TABLES).map(({ table: of }) => of)).toEqual([
      'contract_row',
      'contract_index_double',
    ]);
  });

  it('deltas of the tables of contracts have nothing of a row that is made and erased in one block', () => {
    const chain = started();
    chain.push([putEntry(), dropEntry()], signers(chain));
    chain.nextBlock();
    expect(chain.changes(...TABLES)).toEqual([]);
  });

  it('deltas of the tables of contracts have one change of a row that is erased and made again in one block', () => {
    const chain = started();
    chain.push([putEntry()], signers(chain));
    chain.nextBlock();
    chain.push([dropEntry(), putEntry({ group: 9n })], signers(chain));
    chain.nextBlock();
    expect(kinds(chain)).toEqual([['contract_row', true]]);
  });

  it('deltas of the tables of contracts have the content before the block of an erased row, and its table', () => {
    const chain = started();
    chain.push([putEntry()], signers(chain));
    chain.nextBlock();
    const [, before] = chain.changes('contract_table', 'contract_row').reverse();
    const written = chain.changes('contract_row')[0]!.row;
    expect(before).toBeDefined();
    chain.push([putEntry({ group: 8n }), dropEntry()], signers(chain));
    chain.nextBlock();
    expect(chain.changes('contract_row')).toEqual([{ table: 'contract_row', present: false, row: written }]);
    expect(chain.changes('contract_table').map(({ present }) => present)).toEqual(Array(6).fill(false));
  });

  it('deltas of the tables of contracts have nothing of a refused transaction', () => {
    const chain = started();
    expect(chain.refusal([putEntry({ isBad: 1 })], signers(chain)).details[0]).toContain('bad entry');
    chain.nextBlock();
    expect(chain.changes(...TABLES)).toEqual([]);
  });

  it('deltas of tables add up to the tables of the chain after any writes in any blocks', () => {
    const step = fc.record({
      kind: fc.constantFrom('put', 'put', 'drop', 'refused', 'block'),
      payer: fc.constantFrom('alice', 'bob'),
      scope: fc.constantFrom('one', 'two'),
      id: fc.bigInt({ min: 0n, max: 3n }),
      group: fc.bigInt({ min: 0n, max: 2n }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const chain = started();
        for (const { kind, payer, scope, id, group } of steps) {
          const entry = putEntry({ payer, scope, id, group });
          if (kind === 'put') chain.push([entry], signers(chain));
          if (kind === 'drop') chain.push([dropEntry(scope, id)]);
          if (kind === 'refused') chain.refusal([putEntry({ scope, id, group, isBad: 1 })], signers(chain));
          if (kind === 'block') chain.nextBlock();
        }
        chain.nextBlock();
        const state = chain.replayed();
        const rows = state
          .rows('contract_row')
          .filter(({ code }) => code === nameToValue('notebook'))
          .map(({ scope, primaryKey, payer, value }) => ({ scope, primaryKey, payer, value: [...value] }));
        const expected = ['one', 'two'].flatMap((scope) =>
          [...(chain.chain.table('notebook', nameToValue(scope), 'entries')?.rows() ?? [])].map((row) => ({
            scope: nameToValue(scope),
            primaryKey: row.primaryKey,
            payer: nameToValue(row.payer),
            value: [...row.value],
          })),
        );
        expect(new Set(rows.map((row) => JSON.stringify(row, bigints)))).toEqual(
          new Set(expected.map((row) => JSON.stringify(row, bigints))),
        );
        const scopes = [...chain.chain.scopes({ code: 'notebook' })];
        const tables = state.rows('contract_table').filter(({ code }) => code === nameToValue('notebook'));
        expect(new Set(tables.map(({ scope, table: of, payer }) => `${scope} ${of} ${payer}`))).toEqual(
          new Set(scopes.map(({ scope, table: of, payer }) => `${scope} ${of} ${nameToValue(payer)}`)),
        );
        expect(state.rows('contract_index_long_double')).toHaveLength(expected.length);
      }),
      { numRuns: 15 },
    );
  });
});

const bigints = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
