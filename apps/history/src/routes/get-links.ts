import { LinksQuery, NumberParameter } from '@app/node-api';
import { Controller, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { linkDocument } from '../answers/state-documents';
import { READER } from '../decoding/tokens';
import { Envelopes } from '../envelope/envelopes';
import { ByGet } from '../http/node-route.decorator';
import { optionalName } from '../parameters/filters';
import { pageOf } from '../parameters/page';
import type { HistoryReader } from '../store/port';
import type { LinkQuery } from '../store/queries';

const LIMITS = { unset: 50, max: 1000 };
const MEMBERS = ['account', 'code', 'action', 'permission'] as const;

class LinksPageQuery extends LinksQuery {
  @NumberParameter({ description: 'Most links' }, 1)
  limit?: number;

  @NumberParameter({ description: 'Links to skip' }, 0)
  skip?: number;
}

@ApiTags('accounts')
@Controller()
export class LinksController {
  constructor(
    @Inject(READER) private readonly reader: HistoryReader,
    private readonly envelopes: Envelopes,
  ) {}

  @ByGet('/v2/state/get_links')
  getLinks(@Query() query: LinksPageQuery): Promise<object> {
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
