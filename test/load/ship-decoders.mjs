// Decoders of state-history messages side by side: each reads a message to the last value, rows included.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ABI, Serializer } from '@wharfkit/antelope';
import { ROOT } from '../../scripts/setup.mjs';
import { protocolAbi } from './ship-frames.mjs';

const require = createRequire(import.meta.url);
const ship = require(path.join(ROOT, 'dist/compiled/libs/ship/src/index.js'));
const antelope = require(path.join(ROOT, 'dist/compiled/libs/antelope/src/index.js'));
const ABIEOS = '@eosrio/node-abieos@3.3.2';

const definition = protocolAbi();
const abi = ABI.from({
  ...definition,
  structs: definition.structs.map((struct) => ({ base: '', ...struct })),
});

function decodeTyped(frame) {
  const block = ship.decodeBlock(ship.decodeResult(frame));
  for (const { name, rows } of block.deltas) for (const { data } of rows) ship.decodeRow(name, data);
}

/** Reads the sections of a result and the rows of its deltas with a decoder for one type. */
function decodeSections([, result], decode) {
  decode('signed_block', result.block);
  decode('transaction_trace[]', result.traces);
  for (const [, { name, rows }] of decode('table_delta[]', result.deltas))
    for (const { data } of rows) decode(name, data);
}

function decodeGeneric(frame) {
  const decode = (type, hex) => antelope.decodeType(abi, type, antelope.hexToBytes(hex));
  decodeSections(antelope.decodeType(abi, 'result', frame), decode);
}

function decodeWharfkit(frame) {
  const decode = (type, data) => Serializer.decode({ type, data, abi });
  decodeSections(decode('result', frame), decode);
}

/** The native decoder, installed into a folder of its own; undefined where it cannot be installed or loaded. */
function nativeDecoder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'abieos-'));
  try {
    execFileSync('npm', ['install', '--no-save', '--ignore-scripts', '--prefix', folder, ABIEOS], {
      stdio: 'ignore',
    });
    const { Abieos } = createRequire(path.join(folder, 'index.js'))('@eosrio/node-abieos');
    const native = Abieos.getInstance();
    native.loadAbi('0', definition);
    const decode = (type, hex) => native.hexToJson('0', type, hex);
    return (frame) => decodeSections(native.binToJson('0', 'result', Buffer.from(frame)), decode);
  } catch {
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** By name; ours is the first. */
export function decoders() {
  const native = nativeDecoder();
  return {
    'libs/ship': decodeTyped,
    'libs/antelope, generic': decodeGeneric,
    '@wharfkit/antelope': decodeWharfkit,
    ...(native === undefined ? {} : { [ABIEOS]: native }),
  };
}
