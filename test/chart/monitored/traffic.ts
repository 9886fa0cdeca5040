import { PrivateKey } from '@wharfkit/antelope';
import { io } from 'socket.io-client';
import { SigningClient } from '../../harness/signing/signing-client';

/** Development key of alice, which every development chain publishes. */
const ALICE = 'alice';

interface Published {
  readonly name: string;
  readonly private_key: string;
}

/** One round of mixed requests at a gateway: tools, a refusal, node routes, history, a push and a stream. */
export async function oneRound(url: string, key: PrivateKey, round: string): Promise<void> {
  const tool = (name: string, input: object) => post(`${url}/v1/tools/${name}`, input);
  await Promise.all([
    tool('get_chain_info', {}),
    tool('get_account', { account: ALICE }),
    tool('get_account', { account: 'NOT A NAME' }),
    post(`${url}/v1/chain/get_block`, { block_num_or_id: 2 }),
    post(`${url}/v1/chain/get_block`, { block_num_or_id: 2 }),
    get(`${url}/v2/history/get_actions?account=${ALICE}&limit=1`),
    get(`${url}/v1/events?topics=head&limit=1`),
  ]);
  await push(url, key, round);
  await stream(url);
}

/** @param chainUrl of a development chain */
export async function keyOfAlice(chainUrl: string): Promise<PrivateKey> {
  const published = (await (await fetch(`${chainUrl}/devchain/accounts`)).json()) as Published[];
  return PrivateKey.from(published.find(({ name }) => name === ALICE)!.private_key);
}

async function push(url: string, key: PrivateKey, memo: string): Promise<void> {
  const data = { from: ALICE, to: 'bob', quantity: '0.00000001 BTC', memo };
  const authorization = [{ actor: ALICE, permission: 'active' }];
  await new SigningClient(url).transact(
    [{ account: 'btc.token', name: 'transfer', authorization, data }],
    [key],
  );
}

/** Opens a stream, waits for its first message or a refusal, and ends it. */
async function stream(url: string): Promise<void> {
  const client = io(url, { path: '/stream', forceNew: true, transports: ['websocket'] });
  await new Promise<void>((resolve) => {
    client.once('message', () => resolve());
    client.once('connect_error', () => resolve());
  });
  client.disconnect();
}

const post = async (url: string, body: object): Promise<void> => {
  const headers = { 'content-type': 'application/json' };
  await (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).arrayBuffer();
};

const get = async (url: string): Promise<void> => {
  await (await fetch(url)).arrayBuffer();
};
