import { AccountPageQuery } from '@app/node-api';
import { Inject, Injectable } from '@nestjs/common';
import { tokenDocument } from '../answers/state-documents';
import { READER } from '../decoding/tokens';
import { Envelopes } from '../envelope/envelopes';
import { nameOf } from '../parameters/filters';
import { pageOf } from '../parameters/page';
import type { HistoryReader } from '../store/port';

const LIMITS = { unset: 50, max: 1000 };

@Injectable()
export class TokensService {
  constructor(
    @Inject(READER) private readonly reader: HistoryReader,
    private readonly envelopes: Envelopes,
  ) {}

  /** GET /v2/state/get_tokens. */
  getTokens({ account = '', ...parameters }: AccountPageQuery): Promise<object> {
    const name = nameOf('account', account);
    const page = pageOf(parameters, LIMITS);
    return this.envelopes.ofState(async () => {
      const { items, total } = await this.reader.tokens(name, page);
      return { account, total, tokens: items.map(tokenDocument) };
    });
  }
}
