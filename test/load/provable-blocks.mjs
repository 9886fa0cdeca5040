// Blocks of a made-up chain as state-history messages that prove themselves, as the history node requires of every block:
// the digests, both roots, the packed transactions and the ids are those that a node computes. Signatures are made up.
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import path from 'node:path';
import { COMPILED } from '../../scripts/setup/paths.mjs';

const require = createRequire(import.meta.url);
const { ByteWriter, nameToValue } = require(path.join(COMPILED, 'libs/antelope/src/index.js'));
const ship = require(path.join(COMPILED, 'libs/ship/src/index.js'));

const PRODUCER = nameToValue('eosio');
const ACTIVE = nameToValue('active');
const EMPTY = new Uint8Array();
const SIGNATURE = new Uint8Array(66);
const EXECUTED = 0;

const sha256 = (bytes) => new Uint8Array(createHash('sha256').update(bytes).digest());

/**
 * Each action is given as [account, name, actor, receivers, data]; the first receiver is the contract itself, the others are
 * notified.
 */
export class ProvableBlocks {
  #position = { blockNum: 0, blockId: new Uint8Array(32) };
  #transactions = 0;
  #sequence = 1n;
  #received = new Map();

  /** The message of the next block, which is irreversible at once, and the ids of its transactions. */
  next(timestamp, onblock, transactions, deltas) {
    const implicit = { ...this.#trace([onblock]), id: sha256(String(timestamp)) };
    const made = transactions.map((actions) => this.#transaction(actions));
    const traces = [implicit, ...made.map(({ trace }) => trace)];
    const block = {
      timestamp,
      producer: PRODUCER,
      confirmed: 0,
      previous: this.#position.blockId,
      actionMroot: ship.actionRootOf(traces),
      scheduleVersion: 0,
      headerExtensions: [],
      producerSignature: SIGNATURE,
      transactions: made.map(({ receipt }) => receipt),
      blockExtensions: [],
    };
    block.transactionMroot = ship.transactionRootOf(block);
    const previous = this.#position;
    const position = { blockNum: previous.blockNum + 1, blockId: ship.blockIdOf(block) };
    this.#position = position;
    const message = ship.encodeResult({
      type: 'get_blocks_result_v0',
      head: position,
      lastIrreversible: position,
      thisBlock: position,
      prevBlock: previous,
      block: ship.encodeSignedBlock(block),
      traces: ship.encodeTraces(traces),
      deltas: ship.encodeDeltas(deltas),
    });
    return { message, ids: made.map(({ trace }) => trace.id) };
  }

  /** Its number is its prefix of a reference block: so that no two of a chain are equal. */
  #transaction(actions) {
    const partial = {
      expiration: 1_700_000_000,
      refBlockNum: this.#position.blockNum & 0xffff,
      refBlockPrefix: ++this.#transactions,
      maxNetUsageWords: 0,
      maxCpuUsageMs: 0,
      delaySec: 0,
      transactionExtensions: [],
      signatures: [SIGNATURE],
      contextFreeData: [],
    };
    const trace = this.#trace(actions);
    const acts = trace.actionTraces.filter(({ creatorActionOrdinal }) => creatorActionOrdinal === 0);
    const packedTrx = packed(
      partial,
      acts.map(({ act }) => act),
    );
    const { status, cpuUsageUs, netUsageWords } = trace;
    const trx = {
      kind: 'packed',
      signatures: partial.signatures,
      compression: 0,
      packedContextFreeData: EMPTY,
      packedTrx,
    };
    return {
      trace: { ...trace, id: sha256(packedTrx), partial },
      receipt: { status, cpuUsageUs, netUsageWords, trx },
    };
  }

  #trace(actions) {
    const actionTraces = [];
    for (const [account, name, actor, receivers, data] of actions) {
      const root = actionTraces.length + 1;
      const act = { account, name, authorization: [{ actor, permission: ACTIVE }], data };
      const actDigest = ship.plainDigest(act);
      for (const [index, receiver] of receivers.entries())
        actionTraces.push({
          actionOrdinal: root + index,
          creatorActionOrdinal: index === 0 ? 0 : root,
          receipt: this.#receipt(receiver, actor, actDigest),
          receiver,
          act,
          contextFree: false,
          elapsed: 0n,
          console: EMPTY,
          accountRamDeltas: [],
          returnValue: EMPTY,
        });
    }
    return {
      status: EXECUTED,
      cpuUsageUs: 300,
      netUsageWords: 16,
      elapsed: 0n,
      netUsage: 128n,
      scheduled: false,
      actionTraces,
    };
  }

  #receipt(receiver, actor, actDigest) {
    const recvSequence = (this.#received.get(receiver) ?? 0n) + 1n;
    this.#received.set(receiver, recvSequence);
    return {
      receiver,
      actDigest,
      globalSequence: this.#sequence++,
      recvSequence,
      authSequence: [{ account: actor, sequence: recvSequence }],
      codeSequence: 1,
      abiSequence: 1,
    };
  }
}

/** Source: eosio::chain::transaction, FC_REFLECT order. */
function packed(partial, acts) {
  const writer = new ByteWriter();
  writer.uint32(partial.expiration);
  writer.uint16(partial.refBlockNum);
  writer.uint32(partial.refBlockPrefix);
  writer.varuint32(partial.maxNetUsageWords);
  writer.uint8(partial.maxCpuUsageMs);
  writer.varuint32(partial.delaySec);
  writer.varuint32(0);
  writer.varuint32(acts.length);
  for (const act of acts) {
    writer.raw(ship.packedHead(act));
    writer.prefixed(act.data);
  }
  writer.varuint32(0);
  return writer.finish();
}
