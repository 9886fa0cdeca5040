import { Inject, Injectable } from '@nestjs/common';
import { linkDocument } from '../answers/state-documents';
import { READER } from '../decoding/tokens';
import { Envelopes } from '../envelope/envelopes';
import { optionalName } from '../parameters/filters';
import { pageOf } from '../parameters/page';
import type { HistoryReader } from '../store/port';
import type { LinkQuery } from '../store/queries';
import type { LinksPageQuery } from './links.dto';

const LIMITS = { unset: 50, max: 1000 };
const MEMBERS = ['account', 'code', 'action', 'permission'] as const;

@Injectable()
export class LinksService {
  constructor(
    @Inject(READER) private readonly reader: HistoryReader,
    private readonly envelopes: Envelopes,
  ) {}

  /** GET /v2/state/get_links. */
  getLinks(query: LinksPageQuery): Promise<object> {
    const search = { ...pageOf(query, LIMITS), ...linkConditionsOf(query) };
    return this.envelopes.ofState(async ({ irreversibleNum }) => {
      const { items, total } = await this.reader.links(search);
      return { total, links: items.map((link) => linkDocument(link, irreversibleNum)) };
    });
  }
}

function linkConditionsOf(query: LinksPageQuery): Omit<LinkQuery, 'skip' | 'limit'> {
  const names = MEMBERS.map((member) => [member, optionalName(member, query[member])] as const);
  return Object.fromEntries(names.filter(([, name]) => name !== undefined));
}
