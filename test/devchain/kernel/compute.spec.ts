import { deflateSync } from 'node:zlib';
import { signDigest, signingDigest, packTransaction, type PackedAction } from '@app/antelope';
import { open, transfer } from '../../../apps/devchain/src/contracts/token/signatures';
import { struct } from '../../../apps/devchain/src/kernel/sdk/abi/containers';
import { uint64 } from '../../../apps/devchain/src/kernel/sdk/abi/integers';
import { name } from '../../../apps/devchain/src/kernel/sdk/abi/scalars';
import { action, actionReturning } from '../../../apps/devchain/src/kernel/sdk/action';
import { actionSignature } from '../../../apps/devchain/src/kernel/sdk/action-signature';
import { contract } from '../../../apps/devchain/src/kernel/sdk/contract';
import { table } from '../../../apps/devchain/src/kernel/sdk/table';
import { actionOf } from '../../../apps/devchain/src/client/action';
import { InProcessChain, refusalOf } from '../../harness/chain/in-process-chain';

const quantity = { symbol: 'BTC', precision: 8, units: 1n };
const pay = (memo = ''): PackedAction =>
  actionOf('btc.token', transfer, { from: 'alice', to: 'bob', quantity, memo }, 'alice');

const counts = table({
  name: 'counts',
  row: struct('count', { id: uint64, value: uint64 }),
  primaryKey: ({ id }) => id,
});
const count = actionSignature(struct('count.up', { by: name }));
const total = actionSignature(struct('total', {}));
const notebook = contract({
  account: 'notebook',
  tables: [counts],
  actions: [
    action({ ...count, name: 'countup' }, (context, { by }) => {
      const rows = context.table(counts, 'notebook');
      rows.emplace(by, { id: rows.nextKey(), value: 1n });
    }),
    actionReturning(total, uint64, (context) => BigInt([...context.table(counts, 'notebook').rows()].length)),
  ],
});
const countUp = (by: string): PackedAction => ({
  ...actionOf('notebook', count, { by }, by),
  name: 'countup',
});

describe('dry runs', () => {
  const kernel = new InProcessChain({ contracts: [notebook] });

  it('a dry run returns the trace of a push and changes nothing', () => {
    const packed = kernel.pack([pay()]);
    const before = [kernel.chain.stateDigest(), kernel.chain.memory()];
    const tried = kernel.chain.compute(packed);
    expect([kernel.chain.stateDigest(), kernel.chain.memory()]).toEqual(before);
    expect(tried).toEqual(kernel.chain.push(packed));
  });

  it('a dry run returns a failure in the trace', () => {
    const tried = kernel.chain.compute(kernel.pack([pay('x'.repeat(300))]));
    expect(tried.except).toMatchObject({
      code: 3050003,
      details: [
        'assertion failure with message: memo has more than 256 bytes',
        'btc.token <= btc.token::transfer pending console output: ',
      ],
    });
    expect(tried.receipt).toBeUndefined();
    expect(tried.actionTraces[0]!.except).toBe(tried.except);
  });

  it('a dry run runs without signatures when signatures are not required', () => {
    const unsigned = kernel.pack([pay()], { keys: [] });
    expect(kernel.chain.compute(unsigned).except?.code).toBe(3090003);
    expect(kernel.chain.compute(unsigned, { checkSignatures: false }).receipt).toBeDefined();
    // A permission below the minimum is still refused.
    const agent = actionOf(
      'cbtc.token',
      transfer,
      { from: 'alice', to: 'bob', quantity, memo: '' },
      'alice@agent',
    );
    expect(
      kernel.chain.compute(kernel.pack([agent], { keys: [] }), { checkSignatures: false }).except?.code,
    ).toBe(3090005);
  });

  it('a dry run of a read-only transaction needs no authorization and cannot write', () => {
    kernel.push([countUp('alice'), countUp('alice')]);
    const read = kernel.pack([actionOf('notebook', total, {})], { keys: [] });
    const { actionTraces, except } = kernel.chain.compute(read, { isReadOnly: true });
    expect(except).toBeUndefined();
    expect(Buffer.from(actionTraces[0]!.returnValue).readBigUInt64LE()).toBe(2n);
    expect(kernel.chain.compute(read).except?.code).toBe(3040003);
    const write = kernel.pack([countUp('alice')], { keys: [] });
    expect(kernel.chain.compute(write, { isReadOnly: true }).except?.code).toBe(3160005);
    const systemWrite = kernel.pack(
      [
        actionOf(
          'cbtc.token',
          open,
          { owner: 'alice', symbol: { symbol: 'CBTC', precision: 8 }, ram_payer: 'alice' },
          'alice',
        ),
      ],
      { keys: [] },
    );
    expect(kernel.chain.compute(systemWrite, { isReadOnly: true }).except?.code).toBe(3160005);
  });

  it('a dry run of a transaction that was pushed is refused as a duplicate', () => {
    const packed = kernel.pack([pay()]);
    kernel.chain.push(packed);
    const refusal = refusalOf(() => kernel.chain.compute(packed));
    expect([refusal.code, refusal.trace]).toEqual([3040008, undefined]);
  });
});

describe('a compressed transaction', () => {
  const kernel = new InProcessChain();
  const compress = (cfd: Uint8Array | undefined): ReturnType<InProcessChain['pack']> => {
    const packedTrx = packTransaction(kernel.transaction([pay('z'.repeat(200))]));
    const digest = signingDigest(kernel.chain.chainId, packedTrx);
    return {
      signatures: [signDigest(kernel.key('alice'), digest)],
      compression: 'zlib',
      packedContextFreeData: cfd === undefined ? new Uint8Array() : deflateSync(cfd),
      packedTrx: deflateSync(packedTrx),
    };
  };

  it('a compressed transaction has the id of its uncompressed bytes and is billed for the compressed ones', () => {
    const packed = compress(undefined);
    const { id, netUsageBytes } = kernel.chain.push(packed);
    expect(netUsageBytes).toBeLessThan(28 + 200);
    kernel.nextBlock();
    expect(kernel.chain.block(kernel.chain.head().num)!.transactions).toMatchObject([{ id, packed }]);
  });

  it('a compressed transaction may contain an empty compressed list of context-free data', () => {
    expect(kernel.chain.push(compress(Uint8Array.of(0))).receipt).toBeDefined();
  });

  it('a compressed transaction is refused when it inflates beyond the limit', () => {
    const bomb = { ...compress(undefined), packedTrx: deflateSync(new Uint8Array(50_000_000)) };
    expect(refusalOf(() => kernel.chain.push(bomb)).code).toBe(3040001);
    expect(refusalOf(() => kernel.chain.push({ ...bomb, packedTrx: Uint8Array.of(1, 2, 3) })).code).toBe(
      3010010,
    );
  });
});
