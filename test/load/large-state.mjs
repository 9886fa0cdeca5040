// The recorded chain of a node that was started from a snapshot, whose state has any number of further rows: balances,
// accounts and permissions. Made while it is sent, so that neither side has to hold it.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { COMPILED } from '../../scripts/setup/paths.mjs';

const require = createRequire(import.meta.url);
const { ByteWriter, nameToValue, symbolCodeToValue } = require(
  path.join(COMPILED, 'libs/antelope/src/index.js'),
);
const { decodeDeltas, decodeResult, encodeResult, encodeRow } = require(
  path.join(COMPILED, 'libs/ship/src/index.js'),
);

const FIXTURES = path.join(import.meta.dirname, '../fixtures/ship-snapshot');
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const FRAME_BYTES = 256 * 1024;
/** Of ten further rows one is an account, two are its permissions and seven are balances. */
const PER_ACCOUNT = 10;
const TOKENS = Array.from({ length: PER_ACCOUNT - 3 }, (_, index) => ({
  contract: nameToValue(`token${LETTERS[index]}`),
  symbol: (symbolCodeToValue(`TOK${LETTERS[index].toUpperCase()}`) << 8n) | 4n,
}));
const [OWNER, ACTIVE, BALANCES] = ['owner', 'active', 'accounts'].map(nameToValue);
const KEY = new Uint8Array(34);

function framesOf(file) {
  const bytes = readFileSync(path.join(FIXTURES, file));
  const frames = [];
  for (let at = 0; at < bytes.length;) {
    const start = at + 4;
    at = start + bytes.readUInt32LE(at);
    frames.push(bytes.subarray(start, at));
  }
  return frames;
}

function accountOf(rank) {
  let text = '';
  for (let rest = rank, digit = 0; digit < 6; digit++, rest = Math.floor(rest / 26))
    text += LETTERS[rest % 26];
  return nameToValue(`many${text}`);
}

/** Rows of a table that the state has beside the recorded ones, for one account. */
const FURTHER = {
  account: (name) => [encodeRow('account', { name, creationDate: 1, abi: new Uint8Array() })],
  permission: (owner) =>
    [OWNER, ACTIVE].map((name) =>
      encodeRow('permission', {
        ...{ owner, name, parent: name === OWNER ? 0n : OWNER, lastUpdated: 0n },
        auth: { threshold: 1, keys: [{ key: KEY, weight: 1 }], accounts: [], waits: [] },
      }),
    ),
  contract_row: (scope, rank) =>
    TOKENS.map(({ contract, symbol }) => {
      const value = Buffer.alloc(16);
      value.writeBigInt64LE(BigInt(rank) + 1n, 0);
      value.writeBigUInt64LE(symbol, 8);
      const row = { code: contract, scope, table: BALANCES, primaryKey: symbol >> 8n };
      return encodeRow('contract_row', { ...row, payer: scope, value });
    }),
};

/** The bytes of a row of a table delta. */
function packedRow(data) {
  const writer = new ByteWriter();
  writer.uint8(1);
  writer.prefixed(data);
  return writer.finish();
}

export class LargeState {
  /** Messages of the blocks behind the state. */
  blocks;
  status;
  #first;
  #tables;
  #accounts;

  /** @param rows about so many further ones */
  constructor(rows) {
    this.#accounts = Math.ceil(rows / PER_ACCOUNT);
    const [first, ...blocks] = framesOf('snapshot.frames.bin');
    this.blocks = blocks;
    [this.status] = framesOf('snapshot.status.frames.bin');
    this.#first = decodeResult(first);
    this.#tables = decodeDeltas(this.#first.deltas);
  }

  get firstNum() {
    return this.#first.thisBlock.blockNum;
  }

  get rows() {
    return this.#tables.reduce((sum, { name, rows }) => sum + rows.length + this.#furtherRows(name), 0);
  }

  /** The message with the state, in pieces. */
  *pieces() {
    const length = this.#deltasLength();
    const start = encodeResult({ ...this.#first, deltas: undefined }).slice(0, -1);
    yield Buffer.concat([start, Buffer.of(1), varuint(length)]);
    let [pieces, bytes] = [[], 0];
    for (const part of this.#parts()) {
      pieces.push(part);
      bytes += part.length;
      if (bytes < FRAME_BYTES) continue;
      yield Buffer.concat(pieces);
      [pieces, bytes] = [[], 0];
    }
    yield Buffer.concat(pieces);
  }

  *#parts() {
    yield varuint(this.#tables.length);
    for (const { name, rows } of this.#tables) {
      yield this.#headOf(name, rows.length);
      for (const { data } of rows) yield packedRow(data);
      if (FURTHER[name] === undefined) continue;
      for (let rank = 0; rank < this.#accounts; rank++)
        for (const data of FURTHER[name](accountOf(rank), rank)) yield packedRow(data);
    }
  }

  /** The further rows of a table all have one length. */
  #deltasLength() {
    let length = varuint(this.#tables.length).length;
    for (const { name, rows } of this.#tables) {
      length += this.#headOf(name, rows.length).length;
      for (const { data } of rows) length += packedRow(data).length;
      const [one] = FURTHER[name]?.(accountOf(0), 0) ?? [];
      if (one !== undefined) length += packedRow(one).length * this.#furtherRows(name);
    }
    return length;
  }

  #furtherRows(name) {
    const perAccount = FURTHER[name]?.(accountOf(0), 0).length ?? 0;
    return perAccount * this.#accounts;
  }

  #headOf(name, recorded) {
    const writer = new ByteWriter();
    writer.varuint32(0);
    writer.prefixed(Buffer.from(name));
    writer.varuint32(recorded + this.#furtherRows(name));
    return writer.finish();
  }
}

/** Also above 32 bits. */
function varuint(value) {
  const bytes = [];
  let rest = BigInt(value);
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 0x80 : low);
  } while (rest > 0n);
  return Buffer.from(bytes);
}
