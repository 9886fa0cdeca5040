import { nameToValue } from '@app/antelope';
import type { AbiQuery } from '../store/queries';
import { AbiCache } from './abi-cache';
import { Decoder } from './decoder';

const NO_DATA = new Uint8Array();

test('proposed actions of thousands of contracts read the ABIs of a thousand, each once', async () => {
  const asked: AbiQuery[] = [];
  const abi = (query: AbiQuery): Promise<undefined> => {
    asked.push(query);
    return Promise.resolve(undefined);
  };
  const actions = Array.from({ length: 30_000 }, (_action, index) => ({
    ...{ code: nameToValue('mallory') + 16n * BigInt(index % 5_000), name: 'any', data: NO_DATA },
  }));
  const decoded = await new Decoder(new AbiCache({ abi })).proposed(actions);
  expect(decoded).toHaveLength(actions.length);
  expect(decoded.every(({ json, hex }) => json === undefined && hex === '')).toBe(true);
  expect(asked.map(({ contract }) => contract)).toEqual(actions.slice(0, 1_000).map(({ code }) => code));
});
