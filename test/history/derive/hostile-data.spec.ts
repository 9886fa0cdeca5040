import { bytesToHex, nameToValue, ValueError } from '@app/antelope';
import { type DecodedBlock, decodeBlock } from '@app/ship';
import { Derivation } from '../../../apps/history/src/derive/derivation';
import { HOSTILE_DATA, type HostileData } from '../../../libs/antelope/testing/hostile-data';
import { recordedBlocks } from '../../harness/ship/recorded-source';

/** A recorded block whose first own action of a user is another one. */
function blockWith({ account, name, data }: HostileData): DecodedBlock {
  const found = recordedBlocks('mixed').find(({ traces }) => traces !== undefined);
  const block = decodeBlock(found!);
  const [{ actionTraces } = { actionTraces: [] }] = block.traces;
  const [first] = actionTraces;
  first!.act = { ...first!.act, account: nameToValue(account), name: nameToValue(name), data };
  first!.receiver = nameToValue(account);
  return { ...block, deltas: [] };
}

describe('data of system actions as any account sends it', () => {
  it.each(HOSTILE_DATA)('$title does not fail the block', (hostile) => {
    const { abis, actions } = new Derivation().deriveAlone(blockWith(hostile));
    expect(actions.map(({ data }) => bytesToHex(data))).toContain(bytesToHex(hostile.data));
    expect(abis.map(({ account, abi }) => [account, bytesToHex(abi)])).toEqual(
      hostile.abi === undefined ? [] : [[nameToValue('alice'), bytesToHex(hostile.abi)]],
    );
  });
});

it('a trace whose status has no name is an error of the message', () => {
  const block = blockWith(HOSTILE_DATA[0]!);
  block.traces[0]!.status = 9;
  expect(() => new Derivation().deriveAlone(block)).toThrow(new ValueError('unknown transaction status 9'));
});
