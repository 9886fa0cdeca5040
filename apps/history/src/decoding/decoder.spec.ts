import { nameToValue, serializeAbi, sha256 } from '@app/antelope';
import { ABI } from '@wharfkit/antelope';
import type { AbiQuery } from '../store/queries';
import type { AbiRecord, ActionRecord } from '../store/records';
import { AbiCache } from './abi-cache';
import { Decoder } from './decoder';

const NO_DATA = new Uint8Array();

test('proposed actions of thousands of contracts read the ABIs of a thousand, each once', async () => {
  const asked: AbiQuery[] = [];
  const abi = (query: AbiQuery): Promise<undefined> => {
    asked.push(query);
    return Promise.resolve(undefined);
  };
  const actions = Array.from({ length: 30_000 }, (_action, index) => ({
    ...{ code: nameToValue('mallory') + 16n * BigInt(index % 5_000), name: 'any', data: NO_DATA },
  }));
  const decoded = await new Decoder(new AbiCache({ abi })).proposed(actions);
  expect(decoded).toHaveLength(actions.length);
  expect(decoded.every(({ json, hex }) => json === undefined && hex === '')).toBe(true);
  expect(asked.map(({ contract }) => contract)).toEqual(actions.slice(0, 1_000).map(({ code }) => code));
});

describe('a contract with a large ABI for each of its rows and actions', () => {
  const CONTRACT = nameToValue('evil');
  const [TABLE, ACTION] = [nameToValue('rows'), nameToValue('act')];
  const BLOCKS = 40;
  /** A quarter of a MiB, and another one for each block. */
  const ABIS = Array.from({ length: BLOCKS }, (_abi, index): Uint8Array =>
    serializeAbi(
      ABI.from({
        version: `eosio::abi/1.${index}`,
        structs: [{ name: 'row', base: '', fields: [{ name: `block${index + 1}`, type: 'uint8' }] }],
        tables: [{ name: 'rows', type: 'row', index_type: 'i64', key_names: [], key_types: [] }],
        actions: [{ name: 'act', type: 'row', ricardian_contract: 'r'.repeat(256 * 1024) }],
      }),
    ),
  );
  /** As many as are 8 MiB. */
  const PARSED = 31;
  const block = (num: number) => ({ num, id: new Uint8Array(32), timeMs: 0, producer: CONTRACT });
  const data = Uint8Array.of(5);
  const shown = (num: number) => ({ [`block${num}`]: 5 });

  /** Has the ABI of a block from this block on; its actions have the number of their block as their sequence. */
  class Versions {
    readonly parsed: number[] = [];
    refused = 0;
    readonly decoder = new Decoder(new AbiCache(this), () => (this.refused += 1));

    abi({ atBlock = Infinity, atSequence }: AbiQuery): Promise<AbiRecord | undefined> {
      const blockNum = Math.min(BLOCKS, atBlock, Number(atSequence ?? BLOCKS));
      const abi = ABIS[blockNum - 1]!;
      const found = { account: CONTRACT, globalSequence: BigInt(blockNum), blockNum, hash: sha256(abi), abi };
      this.parsed.push(blockNum);
      return Promise.resolve(found);
    }
  }

  const nums = Array.from({ length: BLOCKS }, (_block, index) => index + 1);

  it('a page of rows parses 8 MiB of ABIs: the other rows are hex, and counted', async () => {
    const versions = new Versions();
    const rows = nums.map((num) => ({
      ...{ code: CONTRACT, table: TABLE, scope: CONTRACT, primaryKey: 1n, payer: CONTRACT, present: true },
      ...{ value: data, sequence: BigInt(num), block: block(num) },
    }));
    const decoded = await versions.decoder.deltas(rows);
    const isParsed = (num: number): boolean => num > BLOCKS - PARSED;
    expect(decoded.map((row) => row.decoded.json)).toEqual(
      nums.map((num) => (isParsed(num) ? shown(num) : undefined)),
    );
    expect(versions.refused).toBe(BLOCKS - PARSED);
  });

  it('a page of actions parses 8 MiB of ABIs: the other actions are hex, and counted', async () => {
    const versions = new Versions();
    const actions = nums.map((num) => ({
      ...{ account: CONTRACT, name: ACTION, data, globalSequence: BigInt(num) },
      transaction: { block: block(num) },
    })) as unknown as ActionRecord[];
    const decoded = await versions.decoder.actions(actions, 0);
    expect(decoded.map((action) => action.decoded.json)).toEqual(
      nums.map((num) => (num <= PARSED ? shown(num) : undefined)),
    );
    expect(versions.refused).toBe(BLOCKS - PARSED);
  });

  it('the ABIs between two rows of a page are not read', async () => {
    const versions = new Versions();
    const rows = [1, BLOCKS].map((num) => ({
      ...{ code: CONTRACT, table: TABLE, scope: CONTRACT, primaryKey: 1n, payer: CONTRACT, present: true },
      ...{ value: data, sequence: BigInt(num), block: block(num) },
    }));
    const decoded = await versions.decoder.deltas(rows);
    expect(decoded.map((row) => row.decoded.json)).toEqual([shown(1), shown(BLOCKS)]);
    expect(versions.parsed).toEqual([BLOCKS, 1]);
  });
});
