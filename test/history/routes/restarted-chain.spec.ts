import { serializeAbi } from '@app/antelope';
import { ABI } from '@wharfkit/antelope';
import { name, noteAction, SampleBlocks } from '../../harness/history/sample-blocks';
import { SampleHistory } from '../../harness/history/sample-history';

interface Answer {
  readonly actions: readonly { readonly act: { readonly data: unknown } }[];
}

/** Blocks of a chain whose contract calls the text of a note by this name. */
function blocksWith(member: string) {
  const abi = ABI.from({
    version: 'eosio::abi/1.2',
    structs: [{ name: 'note', base: '', fields: [{ name: member, type: 'string' }] }],
    actions: [{ name: 'note', type: 'note', ricardian_contract: '' }],
  });
  const made = new SampleBlocks();
  const abis = [{ account: name('sys.token'), globalSequence: 0n, abi: serializeAbi(abi) }];
  return [made.next([], { abis }), made.next([[noteAction('alice', 'hello')]])];
}

describe('a history whose development chain was taken back to its beginning', () => {
  let history: SampleHistory;
  afterEach(() => history.close());

  it('actions of a restarted chain are decoded with its ABIs, not with those before', async () => {
    history = await SampleHistory.start(blocksWith('before'), {
      irreversibleNum: 3,
      streamBuffer: 100,
    });
    const data = async () => {
      const { actions } = await history.read<Answer>('/v2/history/get_actions');
      return actions.map(({ act }) => act.data);
    };
    expect(await data()).toEqual([{ before: 'hello' }]);
    await history.history.reset();
    history.events.undone(0);
    await history.append(blocksWith('after'));
    expect(await data()).toEqual([{ after: 'hello' }]);
  });
});
