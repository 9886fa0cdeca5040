import { Action, CompressionType, type PrivateKey, type Transaction } from '@wharfkit/antelope';
import type { Answer } from '../../../harness/node/node-client';
import {
  type ActionInput,
  type HeaderChanges,
  packedBody,
  type SigningClient,
} from '../../../harness/signing/signing-client';

const TOKEN = 'token';

/** The signers. The scenario creates the accounts `calice` and `cbob`. */
export interface RecordedKeys {
  readonly system: PrivateKey;
  readonly calice: PrivateKey;
  readonly cbob: PrivateKey;
  readonly agent: PrivateKey;
}

export interface RecordedChain {
  readonly client: SigningClient;
  readonly keys: RecordedKeys;
  /** Makes blocks until all there are now are final. */
  readonly finalize: () => void;
}

type Answers = Map<string, Answer<unknown>>;
type Level = ActionInput['authorization'];

const level = (actor: string, permission = 'active'): Level => [{ actor, permission }];

/** Sends the recorded requests in the recorded order; gives the answers by the labels of the recording. */
export async function recordedScenario(chain: RecordedChain): Promise<Answers> {
  const answers: Answers = new Map();
  const record = async (label: string, answer: Promise<Answer<unknown>>) => {
    answers.set(label, await answer);
  };
  await transactions(chain, record);
  await permissions(chain, record);
  await reads(chain, record);
  return answers;
}

type Record = (label: string, answer: Promise<Answer<unknown>>) => Promise<void>;

async function transactions({ client, keys }: RecordedChain, record: Record): Promise<void> {
  const { calice, cbob, system } = keys;
  const send = (actions: ActionInput[], signers: PrivateKey[], changes?: HeaderChanges) =>
    client.transact(actions, signers, changes);
  const pay = (changes: Partial<Payment> = {}) => payment({ ...PLAIN, ...changes });

  await record('newaccount', send([newaccount('calice', calice)], [system]));
  await accepted(send([newaccount('cbob', cbob)], [system]));
  await record('newaccount again', send([newaccount('calice', calice)], [system]));
  const impossible = { ...authority(calice), threshold: 2 };
  await record('newaccount bad owner', send([newaccount('cx', calice, impossible)], [system]));
  const supply = { issuer: 'calice', maximum_supply: '1000.00000000 CBT' };
  await record('create', send([token('create', TOKEN, supply)], [system]));
  const issued = { to: 'calice', quantity: '100.00000000 CBT', memo: 'm' };
  await accepted(send([token('issue', 'calice', issued)], [calice]));
  await record('transfer', send([pay({ memo: 'hello' })], [calice]));
  const zlib = await client.sign([pay({ memo: 'zlib' })], [calice], {}, CompressionType.zlib);
  await record('transfer zlib', client.post('push_transaction', zlib));
  await record('overdrawn', send([pay({ quantity: '900.00000000 CBT' })], [calice]));
  await record('self', send([pay({ to: 'calice' })], [calice]));
  await record('no such to', send([pay({ to: 'nosuch' })], [calice]));
  await record('wrong key', send([pay()], [cbob]));
  await record('no signature', send([pay()], []));
  await record('extra signature', send([pay({ memo: 'extra' })], [calice, cbob]));
  await record('double signature', send([pay({ memo: 'dbl' })], [calice, calice]));
  await record('not the sender', send([{ ...pay(), authorization: level('cbob') }], [cbob]));
  await record('no such permission', send([pay({ permission: 'agent' })], [calice]));
  await record('expired', send([pay()], [calice], { expiration: '2020-01-01T00:00:00' }));
  await record('too far', send([pay()], [calice], { expiration: '2090-01-01T00:00:00' }));
  await record('bad tapos', send([pay()], [calice], { ref_block_prefix: 1 }));
  await record('no actions', send([], [calice]));
  const twice = await client.sign([pay({ quantity: '0.00000001 CBT', memo: 'dup' })], [calice]);
  await accepted(client.post('send_transaction', twice));
  await record('duplicate', client.post('send_transaction', twice));
  await record('no auth', send([{ ...pay(), authorization: [] }], [calice]));
  const changed = async (change: (action: Action) => void) => {
    const transaction = await client.transaction([pay()]);
    change(transaction.actions[0]!);
    return client.post('send_transaction', await signed(client, transaction, calice));
  };
  const changedTo = (members: object) =>
    changed((action) => Object.assign(action, Action.from({ ...action, ...members })));
  await record('unknown account code', changedTo({ account: 'nosuch' }));
  await record('unknown action', changedTo({ name: 'nosuchact' }));
  await record('short data', changedTo({ data: '00' }));
  const garbage = { signatures: [], compression: 0, packed_context_free_data: '', packed_trx: 'deadbeef' };
  await record('garbage', client.post('send_transaction', garbage));
  await record('bad json', client.post('send_transaction', '{nope'));
}

async function permissions({ client, keys }: RecordedChain, record: Record): Promise<void> {
  const { calice, agent } = keys;
  const act = (name: string, data: object, signer = calice, permission = 'active', changes?: HeaderChanges) =>
    client.transact(
      [
        {
          account: 'eosio',
          name,
          authorization: level('calice', permission),
          data: { account: 'calice', ...data },
        },
      ],
      [signer],
      changes,
    );
  const pay = (memo: string, permission: string, signer: PrivateKey) =>
    client.transact([payment({ ...PLAIN, quantity: '0.10000000 CBT', memo, permission })], [signer]);
  const ofAgent = (permission: string, parent: string) => ({ permission, parent, auth: authority(agent) });
  const link = { code: TOKEN, type: 'transfer', requirement: 'agent' };

  await record('updateauth', act('updateauth', ofAgent('agent', 'active')));
  await record('agent before link', pay('a1', 'agent', agent));
  await record('linkauth', act('linkauth', link));
  await record('linkauth same', act('linkauth', link, calice, 'active', { max_cpu_usage_ms: 200 }));
  await record('agent after link', pay('a2', 'agent', agent));
  await record('active after link', pay('a3', 'active', calice));
  await record('agent updateauth', act('updateauth', ofAgent('active', 'owner'), agent, 'agent'));
  await record('deleteauth linked', act('deleteauth', { permission: 'agent' }));
  await record('get_account', client.post('get_account', { account_name: 'calice' }));
  await record('get_account nosuch', client.post('get_account', { account_name: 'nosuch' }));
  await record('unlinkauth', act('unlinkauth', { code: TOKEN, type: 'transfer' }));
}

async function reads({ client, keys, finalize }: RecordedChain, record: Record): Promise<void> {
  const key = (of: PrivateKey) => of.toPublic().toLegacyString();
  const read = (label: string, route: string, body: object) => record(label, client.post(route, body));
  const balance = (of: object) => client.post('get_currency_balance', { code: TOKEN, ...of });
  await record('balance', balance({ account: 'cbob', symbol: 'CBT' }));
  await record('balance lower', balance({ account: 'cbob', symbol: 'cbt' }));
  await record('balance nosuch', balance({ account: 'nosuch' }));
  await read('stats', 'get_currency_stats', { code: TOKEN, symbol: 'CBT' });
  await read('stats nosuch', 'get_currency_stats', { code: TOKEN, symbol: 'ZZZ' });
  const rows = (label: string, query: object) =>
    read(label, 'get_table_rows', { code: TOKEN, scope: 'calice', table: 'accounts', json: true, ...query });
  await rows('rows', {});
  await rows('rows bin', { json: false });
  await rows('rows payer', { show_payer: true });
  await rows('rows symbol scope', { scope: 'CBT', table: 'stat' });
  await rows('rows bad table', { table: 'nosuch' });
  await rows('rows bad code', { code: 'nosuch' });
  await rows('rows bad bound', { lower_bound: 'NOT-A-NAME!' });
  await rows('rows sec without key_type', { index_position: 2 });
  await rows('rows bad key_type', { index_position: 2, key_type: 'zzz' });
  await rows('rows empty scope', { scope: 'cbobx' });
  await rows('rows bound symbol', { lower_bound: 'CBT', upper_bound: 'CBT' });
  await rows('rows code lower > upper', { lower_bound: '5', upper_bound: '4' });
  await read('scopes', 'get_table_by_scope', { code: TOKEN, table: 'stat', limit: 1 });
  await read('abi alice', 'get_abi', { account_name: 'calice' });
  await read('block missing', 'get_block', { block_num_or_id: '99999999' });
  await read('endpoint', 'nosuch_endpoint', {});
  await read('required keys', 'get_required_keys', {
    transaction: {
      expiration: '2030-01-01T00:00:00',
      ref_block_num: 0,
      ref_block_prefix: 0,
      actions: [{ account: TOKEN, name: 'transfer', authorization: level('calice'), data: '' }],
    },
    available_keys: [key(keys.calice), key(keys.cbob)],
  });
  const args = { from: 'calice', to: 'cbob', quantity: '1.00000000 CBT', memo: 'x' };
  await read('json_to_bin', 'abi_json_to_bin', { code: TOKEN, action: 'transfer', args });
  await read('bin_to_json', 'abi_bin_to_json', { code: TOKEN, action: 'transfer', binargs: '' });
  await read('raw_abi', 'get_raw_abi', { account_name: 'calice' });
  await read('raw_code', 'get_raw_code_and_abi', { account_name: 'calice' });
  await read('code', 'get_code', { account_name: 'calice', code_as_wasm: 1 });

  const { head_block_num: before } = await client.read<{ head_block_num: number }>('get_info');
  finalize();
  const wanted = before + 1;
  await record('get_block', onlyHello(client.post('get_block', { block_num_or_id: String(wanted) })));
  await read('get_info', 'get_info', {});
  await read('get_producers', 'get_producers', { json: true, limit: 2 });
  await read('get_producer_schedule', 'get_producer_schedule', {});
  await read('get_activated_protocol_features', 'get_activated_protocol_features', { limit: 2 });
  await read('get_scheduled_transactions', 'get_scheduled_transactions', {});
  const block = { block_num_or_id: String(wanted), block_num: wanted };
  await read('get_block_header_state', 'get_block_header_state', block);
  await read('get_block_info', 'get_block_info', block);
  await read('get_transaction_status', 'get_transaction_status', {});
  const authorizers = { keys: [key(keys.calice)], accounts: [] };
  await read('get_accounts_by_authorizers', 'get_accounts_by_authorizers', authorizers);
  await read('compute_transaction', 'compute_transaction', {});
}

interface Payment {
  readonly to: string;
  readonly quantity: string;
  readonly memo: string;
  readonly permission: string;
}

const PLAIN: Payment = { to: 'cbob', quantity: '1.00000000 CBT', memo: '', permission: 'active' };

const token = (name: string, actor: string, data: object, permission = 'active'): ActionInput => ({
  account: TOKEN,
  name,
  authorization: level(actor, permission),
  data: { ...data },
});

const payment = ({ permission, ...data }: Payment): ActionInput =>
  token('transfer', 'calice', { from: 'calice', ...data }, permission);

const authority = (key: PrivateKey) => ({
  threshold: 1,
  keys: [{ key: String(key.toPublic()), weight: 1 }],
  accounts: [],
  waits: [],
});

const newaccount = (name: string, key: PrivateKey, owner = authority(key)): ActionInput => ({
  account: 'eosio',
  name: 'newaccount',
  authorization: level('eosio'),
  data: { creator: 'eosio', name, owner, active: authority(key) },
});

async function signed(client: SigningClient, transaction: Transaction, key: PrivateKey) {
  const { chain_id: chainId } = await client.read<{ chain_id: string }>('get_info');
  return packedBody(transaction, [key.signDigest(transaction.signingDigest(chainId))]);
}

async function accepted(answer: Promise<Answer<unknown>>): Promise<void> {
  const { status, text } = await answer;
  if (status !== 202) throw new Error(text);
}

/** The recording keeps one transaction of the block, the transfer with the memo `hello`. */
async function onlyHello(answer: Promise<Answer<unknown>>): Promise<Answer<unknown>> {
  const { json, ...rest } = await answer;
  const block = json as { transactions: unknown[] };
  const transactions = block.transactions.filter((each) => JSON.stringify(each).includes('"hello"'));
  return { ...rest, json: { ...block, transactions } };
}
