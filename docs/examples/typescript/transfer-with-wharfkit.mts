// Transfers BTC with WharfKit: the gateway composes, this program signs.
//   npm install @wharfkit/antelope
//   GATEWAY=http://127.0.0.1:3000 CHAIN=http://127.0.0.1:8888 node transfer-with-wharfkit.mts    (Node 24 runs TypeScript as it is)
import { PrivateKey, Serializer, Transaction } from '@wharfkit/antelope';

const { GATEWAY = 'http://127.0.0.1:3000', CHAIN = 'http://127.0.0.1:8888' } = process.env;

interface Proposal {
  readonly summary: readonly string[];
  readonly simulation: { readonly status: 'ok' | 'failed' | 'unavailable' };
  readonly next: string;
  readonly transaction: {
    readonly packed_trx: string;
    readonly chain_id: string;
    readonly transaction_id: string;
  };
}

async function tool<Answer>(name: string, input: object): Promise<Answer> {
  const answer = await fetch(`${GATEWAY}/v1/tools/${name}`, { method: 'POST', body: JSON.stringify(input) });
  const body = (await answer.json()) as Answer & { readonly error?: string };
  if (!answer.ok) throw new Error(`${name}: ${body.error}`);
  return body;
}

async function developmentKey(account: string): Promise<PrivateKey> {
  const accounts = (await (await fetch(`${CHAIN}/devchain/accounts`)).json()) as {
    readonly name: string;
    readonly private_key: string;
  }[];
  const found = accounts.find(({ name }) => name === account);
  if (found === undefined) throw new Error(`there is no account ${account}`);
  return PrivateKey.from(found.private_key);
}

// Development keys. On a real network the key comes from your own key store.
const key = await developmentKey('alice');

const proposal = await tool<Proposal>('transfer', {
  from: 'alice',
  to: 'bob',
  symbol: 'BTC',
  amount: '0.0001',
});
console.log(proposal.summary);
if (proposal.simulation.status !== 'ok') throw new Error(proposal.next);

// The packed bytes are what is signed: read them before signing.
const transaction = Serializer.decode({ data: proposal.transaction.packed_trx, type: Transaction });
if (!transaction.id.equals(proposal.transaction.transaction_id))
  throw new Error('the id is not of these bytes');
console.log(transaction.actions.map(({ account, name }) => `${account}::${name}`));

const signature = key.signDigest(transaction.signingDigest(proposal.transaction.chain_id));
const pushed = await tool<{ status: string; transaction_id: string }>('push_transaction', {
  signed_tx: { signatures: [String(signature)], packed_trx: proposal.transaction.packed_trx },
});
console.log(pushed.status, pushed.transaction_id);
