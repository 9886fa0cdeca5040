import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PROTOCOL_ABI_TEXT } from './protocol-abi';

const RECORDED = path.resolve(__dirname, '../../../../../test/fixtures/ship/ship.abi.json');

describe('the ABI of the state-history protocol', () => {
  it('the ABI of the state-history protocol is that of a recorded node', () => {
    expect(JSON.parse(PROTOCOL_ABI_TEXT)).toEqual(JSON.parse(readFileSync(RECORDED, 'utf8')));
  });
});
