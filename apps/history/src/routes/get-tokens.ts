import { formatAmount, nameFromValue, symbolCodeFromValue } from '@app/antelope';
import { AccountPageQuery } from '@app/node-api';
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
import type { TokenRecord } from '../store/records';
import { sqlPage, whereOf } from '../store/sql/reading/sql-page';
import { fromOrdered, int, long, ordered, type SqlRow } from '../store/sql/values';
import type { StateList } from '../store/state-list';

const LIMITS = { unset: 50, max: 1000 };

/** A row of the table `token`. */
export const tokenOf = (row: SqlRow): TokenRecord => ({
  account: fromOrdered(row.account),
  contract: fromOrdered(row.contract),
  symbolCode: fromOrdered(row.symbol),
  precision: int(row.precision),
  units: long(row.units),
  blockNum: int(row.block),
});

/** Balances of an account, by contract and symbol code. */
export const TOKENS: StateList<{ readonly account: Name }, TokenRecord> = {
  name: 'tokens',
  read: (session, { account, ...page }) =>
    sqlPage(
      session,
      {
        from: 'token',
        where: whereOf([['account = ?', ordered(account)]]),
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
  getTokens(@Query() { account = '', ...parameters }: AccountPageQuery): Promise<object> {
    const query = { account: nameOf('account', account), ...pageOf(parameters, LIMITS) };
    return this.envelopes.ofState(async () => {
      const { items, total } = await this.reader.list(TOKENS, query);
      return { account, total, tokens: items.map(tokenDocument) };
    });
  }
}
