import { ChainReader, nameToValue, ValueError } from '@app/antelope';
import type { ActionField, ActionFieldValue } from './action-writes';
import type { Name } from './name';
import { symbolCodeOf } from './symbol-code';

/** Position of a member in the packed data. */
interface FieldPosition {
  readonly field: ActionField;
  readonly offset: number;
}

interface IndexedAction {
  /** Undefined: actions of this name of all contracts, as tokens have them. */
  readonly contract: Name | undefined;
  readonly names: readonly FieldPosition[];
  /** Offset of an asset whose symbol is indexed, before a text at the end. */
  readonly asset?: number;
}

const SYSTEM = nameToValue('eosio');
const NAME_BYTES = 8;
const AMOUNT_BYTES = 8;

const at = (field: ActionField, index: number): FieldPosition => ({ field, offset: index * NAME_BYTES });

const system = (...names: FieldPosition[]): IndexedAction => ({ contract: SYSTEM, names });

/** Every indexed action begins with names, so no ABI is needed. Source: eosio.system and eosio.token. */
const INDEXED = new Map<Name, IndexedAction>(
  Object.entries<IndexedAction>({
    transfer: {
      contract: undefined,
      names: [at('transfer.from', 0), at('transfer.to', 1)],
      asset: 2 * NAME_BYTES,
    },
    newaccount: system(at('newaccount.creator', 0), at('newaccount.newact', 1)),
    updateauth: system(at('updateauth.permission', 1)),
    buyrambytes: system(at('buyrambytes.receiver', 1)),
    buyram: system(at('buyram.receiver', 1)),
    delegatebw: system(at('delegatebw.from', 0), at('delegatebw.receiver', 1)),
    undelegatebw: system(at('undelegatebw.from', 0), at('undelegatebw.receiver', 1)),
  }).map(([name, action]) => [nameToValue(name), action]),
);

/** The indexed members of an action; none when the data does not have them. */
export function actionFields(contract: Name, name: Name, data: Uint8Array): ActionFieldValue[] {
  const indexed = INDEXED.get(name);
  if (indexed === undefined || (indexed.contract !== undefined && indexed.contract !== contract)) return [];
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const values = indexed.names
    .filter(({ offset }) => offset + NAME_BYTES <= data.length)
    .map(({ field, offset }): ActionFieldValue => ({ field, value: view.getBigUint64(offset, true) }));
  if (indexed.asset === undefined) return values;
  const code = transferredSymbol(data, indexed.asset);
  return code === undefined ? [] : [...values, { field: 'transfer.symbol', value: code }];
}

/**
 * The symbol code of a transfer of tokens. Undefined for actions of this name with other members: those of tokens end
 * with an asset of a valid symbol and a text that fills the rest.
 */
function transferredSymbol(data: Uint8Array, offset: number): bigint | undefined {
  const reader = new ChainReader(data);
  try {
    for (let at = 0; at < offset + AMOUNT_BYTES; at += NAME_BYTES) reader.uint64();
    const code = symbolCodeOf(reader.uint64());
    reader.prefixed();
    return reader.isAtEnd ? code : undefined;
  } catch (error) {
    if (error instanceof ValueError) return undefined;
    throw error;
  }
}
