// Transfers BTC with chain-tool-client: it rebuilds the transaction, compares it with the proposal, signs and follows.
//   npm install chain-tool-client @noble/curves
//   GATEWAY=http://127.0.0.1:3000 CHAIN=http://127.0.0.1:8888 node transfer-with-client.mts    (Node 24 runs TypeScript as it is)
import { ActingClient, DEVELOPMENT_PROFILE } from 'chain-tool-client';
import { secp256k1Signer } from 'chain-tool-client/keys';

const { GATEWAY = 'http://127.0.0.1:3000', CHAIN = 'http://127.0.0.1:8888' } = process.env;

// From your own node, never from the gateway: the chain id is part of what is signed.
const { chain_id } = (await (await fetch(`${CHAIN}/v1/chain/get_info`)).json()) as { chain_id: string };
// Development keys. On a real network the key comes from your own key store.
const accounts = (await (await fetch(`${CHAIN}/devchain/accounts`)).json()) as {
  readonly name: string;
  readonly private_key_hex: string;
}[];
const key = accounts.find(({ name }) => name === 'alice')?.private_key_hex ?? '';

const client = new ActingClient({
  url: GATEWAY,
  chain: { id: chain_id, profile: DEVELOPMENT_PROFILE },
  signer: secp256k1Signer(key),
});
const payment = { from: 'alice', to: 'bob', symbol: 'BTC', amount: '0.0001' } as const;
const { status, transactionId, effects } = await client.act('transfer', payment);
console.log(status, transactionId, effects);
console.log((await client.call('get_account', { account: 'bob' })).balances);
