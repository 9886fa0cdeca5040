import { formatAmount, nameFromValue, symbolCodeFromValue } from '@app/antelope';
import { TopHoldersQuery } from '@app/node-api';
import { Controller, Inject, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { numberOfDecimal } from '../answers/exact-number';
import { READER } from '../decoding/tokens';
import type { Name } from '../derive/name';
import { Envelopes } from '../envelope/envelopes';
import { ByGet } from '../http/node-route.decorator';
import { nameOf, symbolCodeOf } from '../parameters/filters';
import { badRequest } from '../parameters/history-error';
import { pageOf } from '../parameters/page';
import type { HistoryReader } from '../store/port';
import type { PageQuery } from '../store/queries';
import type { TokenRecord } from '../store/records';
import { sqlPage, whereOf } from '../store/sql/reading/sql-page';
import { fromOrdered, ordered } from '../store/sql/values';
import type { StateList } from '../store/state-list';
import { tokenOf } from './token-row';

const LIMITS = { unset: 50, max: 500 };
/** Symbols of a contract that are looked at where none is named. */
const SYMBOLS: PageQuery = { skip: 0, limit: 2 };

/** Holders of a token, by descending balance, equal ones by descending name: the index read backwards. */
export const TOP_HOLDERS: StateList<{ readonly contract: Name; readonly symbolCode: bigint }, TokenRecord> = {
  name: 'top_holders',
  read: (session, { contract, symbolCode, ...page }) =>
    sqlPage(
      session,
      {
        from: 'token',
        where: whereOf([
          ['contract = ?', ordered(contract)],
          ['symbol = ?', ordered(symbolCode)],
        ]),
        orderBy: 'units DESC, account DESC',
        page,
      },
      tokenOf,
    ),
};

/** The first symbol codes of a contract that any account holds: each is found by the index, behind the one before. */
export const TOKEN_SYMBOLS: StateList<{ readonly contract: Name }, bigint> = {
  name: 'token_symbols',
  read: async (session, { contract, skip, limit }) => {
    const codes: bigint[] = [];
    while (codes.length < skip + limit) {
      const last = codes.at(-1);
      const [row] = await session.all(
        `SELECT symbol FROM token WHERE contract = ? AND symbol > ? ORDER BY symbol LIMIT 1`,
        [ordered(contract), last === undefined ? ordered(0n) : ordered(last)],
      );
      if (row === undefined) break;
      codes.push(fromOrdered(row.symbol));
    }
    const total = { value: codes.length, relation: codes.length < skip + limit ? 'eq' : 'gte' } as const;
    return { items: codes.slice(skip), total };
  },
};

const holderDocument = ({ account, symbolCode, precision, units, blockNum }: TokenRecord): object => ({
  owner: nameFromValue(account),
  amount: numberOfDecimal(formatAmount(units, precision)),
  symbol: symbolCodeFromValue(symbolCode),
  updated_on: blockNum,
});

@ApiTags('state')
@Controller()
export class TopHoldersController {
  constructor(
    @Inject(READER) private readonly reader: HistoryReader,
    private readonly envelopes: Envelopes,
  ) {}

  @ByGet('/v2/state/get_top_holders')
  getTopHolders(@Query() query: TopHoldersQuery): Promise<object> {
    const { contract: text = '', symbol = '' } = query;
    const contract = nameOf('contract', text);
    const named = symbol === '' ? undefined : symbolCodeOf('symbol', symbol);
    const page = pageOf(query, LIMITS);
    return this.envelopes.ofState(async () => {
      const symbolCode = named ?? (await this.#onlySymbol(contract));
      if (symbolCode === undefined)
        return { total: { value: 0, relation: 'eq' }, contract: text, holders: [] };
      const { items, total } = await this.reader.list(TOP_HOLDERS, { contract, symbolCode, ...page });
      return {
        total,
        contract: text,
        symbol: symbolCodeFromValue(symbolCode),
        holders: items.map(holderDocument),
      };
    });
  }

  /** Amounts of different tokens have no order. @throws HistoryError for a contract with several */
  async #onlySymbol(contract: Name): Promise<bigint | undefined> {
    const [first, second] = (await this.reader.list(TOKEN_SYMBOLS, { contract, ...SYMBOLS })).items;
    if (second !== undefined) throw badRequest('symbol: the contract has several tokens; name one of them');
    return first;
  }
}
