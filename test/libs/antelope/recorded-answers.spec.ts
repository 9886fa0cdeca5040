import {
  abiHash,
  bytesToHex,
  decodeAction,
  decodeType,
  encodeAction,
  encodeType,
  formatAsset,
  hexToBytes,
  inflatePacked,
  isName,
  nameFromValue,
  nameToValue,
  packTransaction,
  parseAbi,
  parseAsset,
  parsePublicKey,
  parseSignature,
  publicKeyLegacyText,
  publicKeyText,
  recoverPublicKey,
  serializeAbi,
  signatureText,
  signingDigest,
  transactionId,
  unpackTransaction,
  type Abi,
  type Json,
  type PackedAction,
  type Transaction,
} from '@app/antelope';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ABI } from '@wharfkit/antelope';
import { objectsIn, describeRecordings, stringsIn, type Recording } from '../../harness/recordings';

const KIBIBYTES_64 = 64 * 1024;
const ASSET = /^-?[0-9]+(\.[0-9]+)? [A-Z]{1,7}$/;
const LEGACY_KEY = /^EOS[1-9A-HJ-NP-Za-km-z]{39,51}$/;

interface PackedForm {
  signatures: string[];
  compression: number | string;
  packed_trx: string;
  packed_context_free_data?: string;
}

interface SignedTransaction {
  api: string;
  id: string;
  packed: Uint8Array;
  contextFreeData: Uint8Array;
  signatures: string[];
}

interface ExecutedAction {
  account: string;
  name: string;
  data: Json;
  hex_data: string;
}

/** A transaction as get_block prints it: data decoded where the node knows the ABI. */
interface PrintedTransaction extends Omit<Transaction, 'actions'> {
  actions: (Omit<PackedAction, 'data'> & { data: Json; hex_data?: string })[];
}

const isPackedForm = (value: Record<string, unknown>): boolean =>
  typeof value.packed_trx === 'string' && Array.isArray(value.signatures);
const isExecutedAction = (value: Record<string, unknown>): boolean =>
  typeof value.account === 'string' && typeof value.hex_data === 'string' && typeof value.data === 'object';

function answersOf(recordings: Recording[], route: string): Recording[] {
  return recordings.filter(({ path, status }) => path === `/v1/chain/${route}` && status === 200);
}

function rawAbiOf({ body }: Recording): { account: string; raw: Uint8Array; hash: string } {
  const { account_name, abi, abi_hash } = body as { account_name: string; abi: string; abi_hash: string };
  return { account: account_name, raw: Uint8Array.from(Buffer.from(abi, 'base64')), hash: abi_hash };
}

function inflated(form: PackedForm, hex = ''): Uint8Array {
  const isCompressed = form.compression === 1 || form.compression === 'zlib';
  return isCompressed && hex !== '' ? inflatePacked(hexToBytes(hex), KIBIBYTES_64) : hexToBytes(hex);
}

/** Transactions that were sent or found in an answer, with the id the node gave them. */
function signedTransactions(recordings: Recording[]): SignedTransaction[] {
  return recordings.flatMap(({ api, params, body }) => {
    const answer = body as { transaction_id?: string; id?: string };
    return [...objectsIn(params), ...objectsIn(body)].filter(isPackedForm).map((found) => {
      const form = found as unknown as PackedForm & { id?: string };
      return {
        api: String(api),
        id: form.id ?? answer.transaction_id ?? String(answer.id),
        packed: inflated(form, form.packed_trx),
        contextFreeData: inflated(form, form.packed_context_free_data),
        signatures: form.signatures,
      };
    });
  });
}

/** The K1 signatures of the transactions whose chain is known from its node's get_info, with what was signed. */
function signaturesOf(transactions: SignedTransaction[], recordings: Recording[]) {
  const chainIds = new Map(
    answersOf(recordings, 'get_info').map(({ api, body }) => [api, (body as { chain_id: string }).chain_id]),
  );
  return transactions.flatMap(({ signatures, ...transaction }) => {
    const chainId = chainIds.get(transaction.api);
    if (chainId === undefined) return [];
    const digest = signingDigest(chainId, transaction.packed, transaction.contextFreeData);
    return signatures
      .map((text) => ({ ...transaction, digest, signature: parseSignature(text) }))
      .filter(({ signature }) => signature.type === 'K1');
  });
}

describeRecordings('recorded answers of real nodes', (recordings) => {
  const rawAbis = answersOf(recordings, 'get_raw_abi').map(rawAbiOf);
  const abiOf = (account: string): Abi | undefined => {
    const found = rawAbis.find((each) => each.account === account);
    return found && parseAbi(found.raw);
  };
  const transactions = signedTransactions(recordings);

  it('get_raw_abi: the hash is equal to the computed one, and the ABI is encoded to the same bytes', () => {
    expect(rawAbis.length).toBeGreaterThanOrEqual(9);
    for (const { raw, hash } of rawAbis) {
      expect(abiHash(raw)).toBe(hash);
      const written = bytesToHex(serializeAbi(parseAbi(raw)));
      // older ABIs end before the (empty) lists of later versions, and one newer ends behind them
      expect(written.replace(/(00)+$/, '')).toBe(bytesToHex(raw).replace(/(00)+$/, ''));
    }
  });

  it('get_raw_abi: every type can be read and written', () => {
    for (const { raw } of rawAbis) {
      const abi = parseAbi(raw);
      for (const name of [...abi.structs, ...abi.variants].map((type) => type.name)) {
        const readNothing = () => decodeType(abi, `${name}[]`, new Uint8Array(1));
        expect(readNothing()).toEqual([]);
        expect(() => decodeType(abi, name, new Uint8Array(4096).fill(1))).not.toThrow(/the ABI has no type/);
      }
    }
  });

  it('get_abi: JSON and binary form are equal', () => {
    const answers = answersOf(recordings, 'get_abi');
    expect(answers.length).toBeGreaterThanOrEqual(4);
    for (const { body } of answers) {
      const abi = ABI.from((body as { abi: string }).abi);
      expect(parseAbi(serializeAbi(abi)).equals(abi)).toBe(true);
    }
  });

  it('packed transactions: decoded completely, packed to the same bytes, with the id of the node', () => {
    expect(transactions.length).toBeGreaterThan(400);
    for (const { id, packed } of transactions) {
      expect(bytesToHex(packTransaction(unpackTransaction(packed)))).toBe(bytesToHex(packed));
      expect(transactionId(packed)).toBe(id);
    }
  });

  it('get_block: decoded transactions are equal to those of the node', () => {
    let count = 0;
    for (const { body } of answersOf(recordings, 'get_block')) {
      for (const trx of [...objectsIn(body)].filter(isPackedForm)) {
        const form = trx as unknown as PackedForm & {
          transaction: PrintedTransaction;
        };
        const read = unpackTransaction(inflated(form, form.packed_trx));
        const { actions, context_free_actions, ...header } = form.transaction;
        expect(read).toMatchObject(header as object);
        expect(read.context_free_actions).toHaveLength(context_free_actions.length);
        expect(read.actions).toEqual(
          actions.map(({ hex_data, data, ...action }) => ({ ...action, data: hex_data ?? data })),
        );
        count++;
      }
    }
    expect(count).toBeGreaterThan(380);
  });

  it('signatures: the recovered key is equal to that of an independent library', () => {
    let count = 0;
    for (const { digest, signature } of signaturesOf(transactions, recordings)) {
      const recovered = Uint8Array.from([signature.bytes[0]! - 31, ...signature.bytes.subarray(1)]);
      const expected = secp256k1.recoverPublicKey(recovered, digest, { prehash: false });
      expect(bytesToHex(recoverPublicKey(digest, signature).bytes)).toBe(bytesToHex(expected));
      count++;
    }
    expect(count).toBeGreaterThan(700);
  });

  it('signatures: the recovered key is in the recorded permissions of the account', () => {
    let count = 0;
    const accounts = answersOf(recordings, 'get_account');
    for (const { api, packed, digest, signature } of signaturesOf(transactions, recordings)) {
      const signer = unpackTransaction(packed).actions[0]?.authorization[0]?.actor;
      const account = accounts.find(
        ({ api: where, body }) => where === api && (body as { account_name: string }).account_name === signer,
      );
      if (account === undefined) continue;
      const keys = [...stringsIn(account.body)].filter(
        (text) => LEGACY_KEY.test(text) || text.startsWith('PUB_'),
      );
      expect(keys.map((key) => publicKeyText(parsePublicKey(key)))).toContain(
        publicKeyText(recoverPublicKey(digest, signature)),
      );
      count++;
    }
    expect(count).toBeGreaterThan(5);
  });

  it('action data: read as the node prints it, and written to the same bytes', () => {
    let count = 0;
    for (const { body } of recordings) {
      for (const object of [...objectsIn(body)].filter(isExecutedAction)) {
        const { account, name, data, hex_data } = object as unknown as ExecutedAction;
        const abi = abiOf(account);
        if (abi === undefined) continue;
        expect(decodeAction(abi, name, hexToBytes(hex_data))).toEqual(data);
        expect(bytesToHex(encodeAction(abi, name, data))).toBe(hex_data);
        count++;
      }
    }
    expect(count).toBeGreaterThan(400);
  });

  it('get_table_rows: rows in hex are read and written to the same bytes', () => {
    let count = 0;
    for (const { params, body } of answersOf(recordings, 'get_table_rows')) {
      const abi = abiOf(String(params.code));
      const type = abi?.tables.find(({ name }) => String(name) === params.table)?.type;
      if (abi === undefined || type === undefined || params.json !== false) continue;
      for (const row of (body as { rows: string[] }).rows) {
        const value = decodeType(abi, type, hexToBytes(row));
        expect(bytesToHex(encodeType(abi, type, value))).toBe(row);
        count++;
      }
    }
    expect(count).toBeGreaterThan(3);
  });

  it('texts: every asset, key, signature and account name is printed as it was read', () => {
    const counts = { assets: 0, keys: 0, signatures: 0, names: 0 };
    for (const { body } of recordings) {
      for (const text of stringsIn(body)) {
        if (ASSET.test(text)) {
          expect(formatAsset(parseAsset(text))).toBe(text);
          counts.assets++;
        } else if (LEGACY_KEY.test(text)) {
          expect(publicKeyLegacyText(parsePublicKey(text))).toBe(text);
          counts.keys++;
        } else if (/^PUB_(K1|R1|WA)_/.test(text)) {
          expect(publicKeyText(parsePublicKey(text))).toBe(text);
          counts.keys++;
        } else if (/^SIG_(K1|R1|WA)_/.test(text)) {
          expect(signatureText(parseSignature(text))).toBe(text);
          counts.signatures++;
        }
      }
      for (const { actor } of objectsIn(body)) {
        if (typeof actor !== 'string') continue;
        expect(isName(actor)).toBe(true);
        expect(nameFromValue(nameToValue(actor))).toBe(actor);
        counts.names++;
      }
    }
    expect(counts.assets).toBeGreaterThan(500);
    expect(counts.keys).toBeGreaterThan(150);
    expect(counts.signatures).toBeGreaterThan(700);
    expect(counts.names).toBeGreaterThan(800);
  });
});
