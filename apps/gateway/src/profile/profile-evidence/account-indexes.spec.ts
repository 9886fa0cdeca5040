import { developmentProfileFile, readProfile } from '@app/networks';
import { accountIndexFindings } from './account-indexes';

const profile = readProfile(developmentProfileFile());
const IN_REVIEW = profile.table('peg_outs_in_review');

/** Finds nothing by its index; `rows` are the first rows of the table at each look, the last one at all further looks. */
function chainOf(rows: readonly { id: number; account: string }[]) {
  let looks = 0;
  return {
    get looks() {
      return looks;
    },
    tableByScope: () => Promise.reject(new Error('not asked')),
    tableRows: ({
      code,
      scope,
      index_position,
    }: {
      code: string;
      scope: string;
      index_position?: string;
    }) => {
      const first = rows[Math.min(looks, rows.length - 1)];
      const isTable = code === IN_REVIEW.code && scope === IN_REVIEW.scope && index_position === undefined;
      if (isTable) looks += 1;
      return Promise.resolve({ rows: isTable && first !== undefined ? [first] : [], more: false });
    },
  };
}

type Chain = Parameters<typeof accountIndexFindings>[0];
const findings = (chain: ReturnType<typeof chainOf>) =>
  accountIndexFindings(chain as unknown as Chain, profile);

const [ONE, OTHER] = [
  { id: 1, account: 'alice' },
  { id: 2, account: 'alice' },
];

describe('accountIndexFindings', () => {
  it('accountIndexFindings reports an index that misses the same row three times in turn', async () => {
    const chain = chainOf([ONE, OTHER]);
    expect(await findings(chain)).toEqual([
      ['tables.peg_outs_in_review', expect.stringMatching(/^account_index \d+ does not find the rows/)],
    ]);
    expect(chain.looks).toBe(4);
  });

  it('accountIndexFindings reports no index whose rows come and go', async () => {
    expect(await findings(chainOf([ONE, OTHER, ONE, OTHER, ONE, OTHER]))).toEqual([]);
  });
});
