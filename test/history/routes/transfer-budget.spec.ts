import { PostgresDatabase } from '../../../apps/history/src/store/postgres/postgres-database';
import { openHistoryWriter } from '../../../apps/history/src/store/open-store';
import { SqlHistoryReader } from '../../../apps/history/src/store/sql/sql-reader';
import { SqliteDatabase } from '../../../apps/history/src/store/sqlite/sqlite-database';
import { name, SampleBlocks, TOKEN_ABI_BYTES, transferAction } from '../../harness/history/sample-blocks';
import { ServedReader } from '../../harness/history/served-reader';
import { useStoreLocations } from '../../harness/history/store-locations';

const BLOCKS = 400;
/** A search reads windows of 256 and 512 transfers before it is at the end of this budget. */
const LIMITS = { maxRows: 300, maxDecodedRows: 300 };
const LOOKED_AT = 256 + 512;
const PATH = '/v2/history/get_actions';
/** Half of these transfers are to bob; more transfers to bob are of the other contract. */
const SEARCH = { filter: 'sys.token:transfer', 'transfer.to': 'bob' };

function sampleChain() {
  const made = new SampleBlocks();
  const abis = ['sys.token', 'other.token'].map((contract) => ({
    account: name(contract),
    globalSequence: 0n,
    abi: TOKEN_ABI_BYTES,
  }));
  const contract = 'other.token';
  const transfers = [
    transferAction('alice', 'bob', '1.0000 SYS'),
    transferAction('alice', 'carol', '1.0000 SYS'),
    transferAction('alice', 'bob', '1.0000 SYS', { contract }),
    transferAction('alice', 'bob', '1.0000 SYS', { contract }),
  ];
  return [made.next([], { abis }), ...Array.from({ length: BLOCKS }, () => made.next([transfers]))];
}

describe.each(useStoreLocations())(
  'get_actions with members of transfers in %s, with more rows than a search may look at',
  (kind, locate) => {
    let served: ServedReader;
    let reader: SqlHistoryReader;

    beforeAll(async () => {
      const location = await locate('budget');
      const writer = await openHistoryWriter(location);
      await writer.open(new Uint8Array(32));
      await writer.append(sampleChain(), 0);
      await writer.close();
      const database =
        kind === 'SQLite'
          ? new SqliteDatabase(location, { isReadOnly: true, cacheMiB: 2 })
          : await PostgresDatabase.at(location);
      reader = new SqlHistoryReader(database, { limits: LIMITS });
      served = await ServedReader.start(reader, 0);
    });
    afterAll(async () => {
      await served.close();
      await reader.close();
    });

    it('get_actions answers a page found within the budget, with a lower limit of the total', async () => {
      const { status, json } = await served.get(PATH, { ...SEARCH, limit: 100 });
      expect({ status, total: json['total'] }).toEqual({
        status: 200,
        total: { value: LOOKED_AT / 2, relation: 'gte' },
      });
      expect(json['actions']).toHaveLength(100);
    });

    it('get_actions refuses a page that it does not find within the budget', async () => {
      expect(await served.get(PATH, { ...SEARCH, limit: LOOKED_AT / 2 + 1 })).toMatchObject({
        status: 400,
        json: { message: expect.stringContaining('it would look at too many rows') },
      });
    });
  },
);
