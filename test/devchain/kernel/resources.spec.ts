import type { PackedAction } from '@app/antelope';
import { setalimits } from '../../../apps/devchain/src/contracts/system/limits';
import { transfer } from '../../../apps/devchain/src/contracts/token/signatures';
import { actionOf } from '../../../apps/devchain/src/client/action';
import { InProcessChain } from '../../harness/chain/in-process-chain';

const quantity = { symbol: 'BTC', precision: 8, units: 1n };
const pay = (from = 'alice', to = 'bob'): PackedAction =>
  actionOf('btc.token', transfer, { from, to, quantity, memo: '' }, from);
const limit = (account: string, ram: bigint, net: bigint, cpu: bigint): PackedAction =>
  actionOf('eosio', setalimits, { account, ram_bytes: ram, net_weight: net, cpu_weight: cpu }, 'eosio');

const rounding = (used: bigint, billed: number): boolean =>
  used === BigInt(billed) || used === BigInt(billed + 1);

describe('an account', () => {
  it('an account without limits has no limit on its usage', () => {
    const kernel = new InProcessChain();
    const unlimited = { used: -1n, available: -1n, max: -1n, currentUsed: -1n };
    expect(kernel.chain.account('bob')).toMatchObject({
      ramQuota: -1n,
      netWeight: -1n,
      cpuWeight: -1n,
      cpu: unlimited,
      net: unlimited,
    });
  });

  it('an account is refused more RAM than its limit', () => {
    const kernel = new InProcessChain();
    const used = kernel.chain.account('alice')!.ramUsage;
    kernel.push([limit('alice', used + 100n, -1n, -1n)]);
    expect(kernel.refusal([pay('alice', 'dex')])).toMatchObject({
      code: 3080001,
      details: [
        `account alice has insufficient ram; needs ${String(used + 368n)} bytes has ${String(used + 100n)} bytes`,
      ],
    });
    expect(kernel.push([pay('bob', 'alice')]).receipt).toBeDefined();
  });

  it('an account is refused a RAM limit below its usage at the end of the transaction', () => {
    const kernel = new InProcessChain();
    const used = kernel.chain.account('alice')!.ramUsage;
    expect(kernel.refusal([limit('alice', used - 1n, -1n, -1n)])).toMatchObject({
      code: 3080001,
      details: [
        `account alice has insufficient ram; needs ${String(used)} bytes has ${String(used - 1n)} bytes`,
      ],
    });
    expect(kernel.chain.account('alice')!.ramQuota).toBe(-1n);
    kernel.push([limit('alice', used, -1n, -1n)]);
    expect(kernel.push([limit('alice', 0n, -1n, -1n), limit('alice', -1n, -1n, -1n)]).receipt).toBeDefined();
  });

  it('an account is refused more bandwidth than its share', () => {
    const kernel = new InProcessChain();
    kernel.push([limit('alice', -1n, -1n, 1n), limit('bob', -1n, 10n ** 15n, 10n ** 15n)]);
    expect(kernel.refusal([pay('alice')]).code).toBe(3080004);
    expect(kernel.push([pay('bob', 'alice')]).receipt).toBeDefined();
    kernel.push([limit('alice', -1n, 0n, -1n)]);
    // The leeway of 500 bytes is for the early check alone.
    expect(kernel.refusal([pay('alice')])).toMatchObject({ code: 3080002 });
  });

  it('an account is billed for transactions that it authorizes first, and its usage decays within a day', () => {
    const kernel = new InProcessChain();
    kernel.push([limit('alice', -1n, 1000n, 1000n), limit('bob', -1n, 1000n, 1000n)]);
    const before = kernel.chain.account('alice')!;
    const both = { ...pay(), authorization: [...pay().authorization, ...pay('bob').authorization] };
    const { receipt } = kernel.push([both], { keys: [kernel.key('alice'), kernel.key('bob')] });
    const alice = kernel.chain.account('alice')!;
    // An average is kept, which is rounded up twice.
    expect(rounding(alice.cpu.currentUsed - before.cpu.currentUsed, receipt!.cpuUsageUs)).toBe(true);
    expect(rounding(alice.net.currentUsed - before.net.currentUsed, 8 * receipt!.netUsageWords)).toBe(true);
    expect(alice.cpu.available).toBe(alice.cpu.max - alice.cpu.used);
    expect(kernel.chain.account('bob')!.cpu.currentUsed).toBe(0n);
    kernel.nextBlock();
    kernel.clock.advance(43_200_000);
    const half = kernel.chain.account('alice')!.cpu.currentUsed;
    expect(Number(half)).toBeCloseTo(Number(alice.cpu.currentUsed) / 2, -1);
    kernel.clock.advance(43_200_000);
    expect(kernel.chain.account('alice')!.cpu.currentUsed).toBe(0n);
  });
});

describe('a block', () => {
  it('a block has a CPU limit, which starts again with the next block', () => {
    const kernel = new InProcessChain({ config: { max_block_cpu_usage: 10_000 } });
    let pushed = 0;
    const refusal = (() => {
      for (;;) {
        try {
          kernel.push([pay()]);
          pushed++;
        } catch (error) {
          return error;
        }
      }
    })();
    expect(refusal).toMatchObject({ code: 3080005 });
    expect(pushed).toBeGreaterThan(5);
    kernel.nextBlock();
    expect(kernel.push([pay()]).receipt).toBeDefined();
  });

  it('the chain lowers the virtual CPU limit when blocks are full', () => {
    const kernel = new InProcessChain({ config: { max_block_cpu_usage: 10_000 } });
    kernel.nextBlock(50);
    const idle = kernel.chain.info().virtualBlockCpuLimit;
    for (let block = 0; block < 20; block++) {
      for (let transaction = 0; transaction < 40; transaction++) kernel.push([pay()]);
      kernel.nextBlock();
    }
    expect(kernel.chain.info().virtualBlockCpuLimit).toBeLessThan(idle);
    expect(kernel.chain.info().blockCpuLimit).toBe(10_000n);
  });
});

describe('a transaction', () => {
  it('a transaction is refused when it exceeds its own CPU limit', () => {
    const kernel = new InProcessChain();
    const actions = Array.from({ length: 30 }, () => pay());
    expect(kernel.refusal(actions, { header: { max_cpu_usage_ms: 1 } })).toMatchObject({
      code: 3080004,
      details: [
        expect.stringMatching(
          /^billed CPU time \(\d+ us\) is greater than the maximum billable CPU time for the transaction \(1000 us\)$/,
        ),
      ],
    });
    expect(kernel.push(actions, { header: { max_cpu_usage_ms: 10 } }).receipt).toBeDefined();
  });

  it('a transaction is billed the same on every machine, NET in words of eight bytes', () => {
    const bills = [new InProcessChain(), new InProcessChain()].map((kernel) => kernel.push([pay()]));
    expect(bills[0]!.receipt).toEqual(bills[1]!.receipt);
    const { netUsageBytes, receipt } = bills[0]!;
    expect(netUsageBytes).toBe(8 * receipt!.netUsageWords);
    expect(receipt!.cpuUsageUs).toBeGreaterThanOrEqual(100);
  });
});
