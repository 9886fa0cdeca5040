import { ABI } from '@wharfkit/antelope';
import { TRANSFER_STRUCT } from '../../../../../../libs/antelope/testing/transfer';
import { MirrorError } from '../errors/node-error';
import { abiBinToJson, abiJsonToBin } from './abi-conversion';
import { parseExact } from './exact-json';

const abi = ABI.from({
  structs: [TRANSFER_STRUCT, { name: 'setid', base: '', fields: [{ name: 'id', type: 'uint64' }] }],
  actions: [
    { name: 'transfer', type: 'transfer', ricardian_contract: '' },
    { name: 'setid', type: 'setid', ricardian_contract: '' },
  ],
});

const TRANSFER = { from: 'alice', to: 'bob', quantity: '0.00010000 BTC', memo: 'hi' };
const PACKED = '0000000000855c340000000000000e3d10270000000000000842544300000000026869';

const refusal = (run: () => unknown): unknown => {
  try {
    run();
  } catch (error) {
    return error instanceof MirrorError
      ? { status: error.status, name: error.error.name, code: error.error.code, message: error.message }
      : error;
  }
  return 'nothing was refused';
};

describe('the arguments of an action', () => {
  it('the arguments of an action are packed as the contract reads them', () => {
    expect(abiJsonToBin(abi, 'btc.token', 'transfer', TRANSFER)).toEqual({ binargs: PACKED });
  });

  it('the arguments of an action are unpacked into the JSON format of nodeos', () => {
    expect(abiBinToJson(abi, 'btc.token', 'transfer', PACKED)).toEqual({ args: TRANSFER });
  });

  it.each(['9007199254740993', '18446744073709551615', '0'])(
    'the arguments of an action keep every digit of the number %s',
    (digits) => {
      const { binargs } = abiJsonToBin(abi, 'c', 'setid', parseExact(`{"id":${digits}}`));
      expect(Buffer.from(binargs, 'hex').readBigUInt64LE()).toBe(BigInt(digits));
      expect(String((abiBinToJson(abi, 'c', 'setid', binargs).args as { id: unknown }).id)).toBe(digits);
    },
  );
});

describe('a conversion that a node refused', () => {
  it.each([
    [
      'an unknown account',
      undefined,
      'transfer',
      'contract_query_exception',
      3060004,
      "Contract can't be found c",
    ],
    [
      'an account without a contract',
      null,
      'transfer',
      'abi_not_found_exception',
      3015001,
      'No ABI found for c',
    ],
    [
      'an unknown action',
      abi,
      'nosuch',
      'action_validate_exception',
      3050000,
      'Unknown action nosuch in contract c',
    ],
  ])(
    'a conversion that a node refused is refused with the error of a node for %s',
    (_, known, action, name, code, message) => {
      expect(refusal(() => abiJsonToBin(known, 'c', action, TRANSFER))).toEqual({
        status: 500,
        name,
        code,
        message,
      });
    },
  );

  it('the conversion of arguments names the expected fields for wrong arguments', () => {
    expect(refusal(() => abiJsonToBin(abi, 'c', 'setid', { id: 'x' }))).toMatchObject({
      name: 'invalid_action_args_exception',
      message: expect.stringContaining(`expected '[{"name":"id","type":"uint64"}]'`) as unknown,
    });
  });

  it.each(['zz', '00', `${PACKED}00`])(
    'a conversion that a node refused is refused for the bytes %s',
    (binargs) => {
      expect(refusal(() => abiBinToJson(abi, 'c', 'transfer', binargs))).toMatchObject({
        name: 'unpack_exception',
      });
    },
  );
});
