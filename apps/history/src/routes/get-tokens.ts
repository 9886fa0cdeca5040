import { formatAmount, nameFromValue, symbolCodeFromValue } from '@app/antelope';
import { TokensQuery } from '@app/node-api';
import { Controller, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type JsonNumber, numberOfDecimal } from '../answers/exact-number';
import { READER } from '../decoding/tokens';
import type { Name } from '../derive/name';
import { Envelopes } from '../envelope/envelopes';
import { ByGet } from '../http/node-route.decorator';
import { nameOf } from '../parameters/filters';
import { pageOf } from '../parameters/page';
import type { HistoryReader } from '../store/port';
import { bound32 } from '../parameters/uint';
import type { Page, TokenRecord } from '../store/records';
import { sqlPage, whereOf } from '../store/sql/reading/sql-page';
import { ordered } from '../store/sql/values';
import type { StateList } from '../store/state-list';
import { tokenOf } from './token-row';
import { requireKnown } from './table-rows/known-past';
import { TOKENS_AT_BLOCK, type TokensAtBlockQuery } from './tokens-at-block';

const LIMITS = { unset: 50, max: 1000 };

interface Conditions {
  readonly account: Name;
  readonly contract?: Name;
}

/** Balances of an account, by contract and symbol code. */
export const TOKENS: StateList<Conditions, TokenRecord> = {
  name: 'tokens',
  read: (session, { account, contract, ...page }) =>
    sqlPage(
      session,
      {
        from: 'token',
        where: whereOf([
          ['account = ?', ordered(account)],
          ...(contract === undefined ? [] : [['contract = ?', ordered(contract)] as const]),
        ]),
        orderBy: 'contract, symbol',
        page,
      },
      tokenOf,
    ),
};

interface TokenDocument {
  readonly symbol: string;
  readonly precision: number;
  readonly amount: JsonNumber;
  readonly contract: string;
}

export const tokenDocument = ({ symbolCode, precision, units, contract }: TokenRecord): TokenDocument => ({
  symbol: symbolCodeFromValue(symbolCode),
  precision,
  amount: numberOfDecimal(formatAmount(units, precision)),
  contract: nameFromValue(contract),
});

@ApiTags('state')
@Controller()
export class TokensController {
  constructor(
    @Inject(READER) private readonly reader: HistoryReader,
    private readonly envelopes: Envelopes,
  ) {}

  @ByGet('/v2/state/get_tokens')
  getTokens(
    @Query() { account = '', contract = '', block_num, ...parameters }: TokensQuery,
  ): Promise<object> {
    const query = {
      ...{ account: nameOf('account', account), ...pageOf(parameters, LIMITS) },
      ...(contract === '' ? {} : { contract: nameOf('contract', contract) }),
    };
    return this.envelopes.ofState(async () => {
      const { items, total } =
        block_num === undefined
          ? await this.reader.list(TOKENS, query)
          : await this.#past({ ...query, atBlock: bound32(block_num) });
      return {
        account,
        ...(block_num === undefined ? {} : { block_num }),
        total,
        tokens: items.map(tokenDocument),
      };
    });
  }

  async #past(query: TokensAtBlockQuery): Promise<Page<TokenRecord>> {
    const { unknown, page } = await this.reader.answer(TOKENS_AT_BLOCK, query);
    requireKnown(unknown);
    return page;
  }
}
