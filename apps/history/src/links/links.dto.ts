import { LinksQuery, NumberParameter } from '@app/node-api';

export class LinksPageQuery extends LinksQuery {
  @NumberParameter({ description: 'Most links' }, 1)
  limit?: number;

  @NumberParameter({ description: 'Links to skip' }, 0)
  skip?: number;
}
