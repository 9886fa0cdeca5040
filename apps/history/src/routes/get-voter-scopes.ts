import { nameFromValue } from '@app/antelope';
import { VoterScopesQuery } from '@app/node-api';
import { Controller, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { READER } from '../decoding/tokens';
import type { Name } from '../derive/name';
import { Envelopes } from '../envelope/envelopes';
import { ByGet } from '../http/node-route.decorator';
import { badRequest } from '../parameters/history-error';
import { pageOf } from '../parameters/page';
import type { HistoryReader } from '../store/port';
import { fromOrdered } from '../store/sql/values';
import type { StateList } from '../store/state-list';

const LIMITS = { unset: 10, max: 1000 };
const TERM = /^[a-z1-5.]{1,12}$/;

/** Voters that are looked at: entries of an index. */
const MAX_CHECKED = 50_000;

/** Voters whose name contains a text, by descending weight, equal ones by descending name, among the heaviest ones. */
export const VOTER_SCOPES: StateList<{ readonly term: string }, Name> = {
  name: 'voter_scopes',
  read: async (session, { term, skip, limit }) => {
    const rows = await session.all('SELECT owner FROM voter ORDER BY weight DESC, owner DESC LIMIT ?', [
      MAX_CHECKED + 1,
    ]);
    const found = rows
      .slice(0, MAX_CHECKED)
      .map((row) => fromOrdered(row.owner))
      .filter((owner) => nameFromValue(owner).includes(term));
    return {
      items: found.slice(skip, skip + limit),
      total: { value: found.length, relation: rows.length > MAX_CHECKED ? 'gte' : 'eq' },
    };
  },
};

@ApiTags('state')
@Controller()
export class VoterScopesController {
  constructor(
    @Inject(READER) private readonly reader: HistoryReader,
    private readonly envelopes: Envelopes,
  ) {}

  @ByGet('/v2/state/get_voter_scopes')
  getVoterScopes(@Query() { term = '', ...parameters }: VoterScopesQuery): Promise<object> {
    if (!TERM.test(term))
      throw badRequest('term: must be 1 to 12 characters of a name: a to z, 1 to 5, and dots');
    const query = { term, ...pageOf(parameters, LIMITS) };
    return this.envelopes.ofState(async () => {
      const { items, total } = await this.reader.list(VOTER_SCOPES, query);
      return { total, scopes: items.map(nameFromValue) };
    });
  }
}
