import { encodeAction, serializeAbi } from '@app/antelope';
import { ABI } from '@wharfkit/antelope';
import { actionFields } from '../../../apps/history/src/derive/action-fields';
import { name, SampleBlocks, type SampleAction } from '../../harness/history/sample-blocks';
import { SampleHistory } from '../../harness/history/sample-history';

/** Actions of eosio.system: their members in order, all names unless they have a type. */
const LAYOUTS: Readonly<Record<string, readonly string[]>> = {
  newaccount: ['creator', 'name'],
  updateauth: ['account', 'permission', 'parent'],
  buyrambytes: ['payer', 'receiver', 'bytes:uint32'],
  buyram: ['payer', 'receiver', 'quant:asset'],
  delegatebw: ['from', 'receiver', 'stake_net_quantity:asset', 'stake_cpu_quantity:asset', 'transfer:bool'],
  undelegatebw: ['from', 'receiver', 'unstake_net_quantity:asset', 'unstake_cpu_quantity:asset'],
};
const SYSTEM_ABI = ABI.from({
  version: 'eosio::abi/1.2',
  structs: Object.entries(LAYOUTS).map(([struct, members]) => ({
    name: struct,
    base: '',
    fields: members.map((member) => {
      const [field = '', type = 'name'] = member.split(':');
      return { name: field, type };
    }),
  })),
  actions: Object.keys(LAYOUTS).map((action) => ({ name: action, type: action, ricardian_contract: '' })),
});

function systemAction(action: string, data: Record<string, string | number | boolean>): SampleAction {
  const bytes = encodeAction(SYSTEM_ABI, action, data);
  return {
    account: 'eosio',
    name: action,
    actor: 'alice',
    data: bytes,
    fields: actionFields(name('eosio'), name(action), bytes),
  };
}

function blocks() {
  const made = new SampleBlocks();
  const receivers = { payer: 'alice', receiver: 'bob' };
  const stakers = { from: 'alice', receiver: 'carol' };
  return [
    made.next([], {
      abis: [{ account: name('eosio'), globalSequence: 0n, abi: serializeAbi(SYSTEM_ABI) }],
    }),
    made.next([
      [systemAction('newaccount', { creator: 'alice', name: 'dave' })],
      [systemAction('newaccount', { creator: 'bob', name: 'zzzzzzzzzzzzj' })],
      [systemAction('updateauth', { account: 'alice', permission: 'trade', parent: 'active' })],
      [systemAction('buyrambytes', { ...receivers, bytes: 8192 })],
      [systemAction('buyram', { ...receivers, quant: '1.0000 SYS' })],
      [
        systemAction('delegatebw', {
          ...stakers,
          stake_net_quantity: '1.0000 SYS',
          stake_cpu_quantity: '2.5000 SYS',
          transfer: false,
        }),
      ],
      [
        systemAction('undelegatebw', {
          ...stakers,
          unstake_net_quantity: '1.0000 SYS',
          unstake_cpu_quantity: '0.5000 SYS',
        }),
      ],
    ]),
  ];
}

describe('GET /v2/history/get_actions with members of system actions', () => {
  let history: SampleHistory;

  beforeAll(async () => {
    history = await SampleHistory.start(blocks());
  });
  afterAll(() => history.close());

  const found = async (query: Readonly<Record<string, string>>): Promise<string[]> => {
    const { actions } = await history.read<{ actions: { act: { name: string } }[] }>(
      '/v2/history/get_actions',
      query,
    );
    return actions.map(({ act }) => act.name);
  };

  it.each([
    ['newaccount.creator', 'alice', 'newaccount'],
    ['newaccount.newact', 'dave', 'newaccount'],
    ['newaccount.newact', 'zzzzzzzzzzzzj', 'newaccount'],
    ['updateauth.permission', 'trade', 'updateauth'],
    ['buyrambytes.receiver', 'bob', 'buyrambytes'],
    ['buyram.receiver', 'bob', 'buyram'],
    ['delegatebw.from', 'alice', 'delegatebw'],
    ['delegatebw.receiver', 'carol', 'delegatebw'],
    ['undelegatebw.from', 'alice', 'undelegatebw'],
    ['undelegatebw.receiver', 'carol', 'undelegatebw'],
  ])('get_actions with %s=%s finds the one action that has it', async (member, value, action) => {
    const [, path = ''] = member.split('.');
    expect(await found({ [member]: value })).toEqual([action]);
    expect(await found({ [member]: `${value},erin` })).toEqual([action]);
    expect(await found({ [member]: 'erin' })).toEqual([]);
    expect(await found({ [`act.data.${path}`]: value, 'act.name': action })).toEqual([action]);
    const others = await found({ [member]: `!${value}`, 'act.name': action });
    expect(others).toHaveLength(action === 'newaccount' ? 1 : 0);
  });

  it.each(['newaccount.newact', 'updateauth.permission', 'buyram.receiver', 'delegatebw.from'])(
    'get_actions refuses a value of %s that is no name',
    async (member) => {
      const { status, json } = await history.get('/v2/history/get_actions', { [member]: 'UPPER' });
      expect([status, json['message']]).toEqual([400, `${member}: "UPPER" is not a name`]);
    },
  );

  it('get_actions by act.data of receivers without act.name finds the actions of every name', async () => {
    expect(await found({ 'act.data.receiver': 'bob', sort: 'asc' })).toEqual(['buyrambytes', 'buyram']);
  });
});
