import type { Networks } from '@app/networks';
import { ManualClock, systemClock } from '@app/operations';
import { ToolError } from '@app/tooling';
import type { Chains } from '@app/upstream';
import { FakeChain } from '../../harness/fake-node/fake-chain';
import { ASSERTION, FakeNode, json, type SendScript } from '../../harness/fake-node/fake-node';
import { chainsWithShortTimeouts, mainnetOn } from '../../harness/fake-node/short-timeouts';
import { WITHOUT_WAIT, pushOn } from './support/relay-on-fake-nodes';
import { signedPush } from './support/signed-push';
import { networksOn } from '../support/networks-on';

/** States in which the node that may hold the transaction does not say so. */
const ABSENCES: Readonly<Record<string, (node: FakeNode) => unknown>> = {
  'cannot be reached': (node) => node.stop(),
  'is busy': (node) => (node.script = ['busy']),
  'hangs up': (node) => (node.script = ['reset']),
  'does not answer': (node) => (node.script = ['hang']),
  'is behind the reference block': (node) => (node.script = ['lagging']),
  'says expired': (node) => (node.script = ['expired']),
};
const REFUSALS: readonly SendScript[] = ['refuse', 'except', 'expired', 'lagging', 'deadline', 'busy'];

describe('bytes that were answered with unknown', () => {
  let chain: FakeChain;
  let holder: FakeNode;
  let other: FakeNode;
  let networks: Networks;
  let chains: Chains;
  beforeEach(async () => {
    chain = new FakeChain('push-unknown-again');
    holder = await FakeNode.start(chain);
    other = await FakeNode.start(chain);
    networks = mainnetOn([holder.url, other.url], chain.chainId);
    chains = chainsWithShortTimeouts(networks);
    // The nodes are apart: what the holder executed is not known to the other one.
    forgetTransactions(other);
  });
  afterEach(async () => {
    await chains.close();
    await Promise.all([holder, other].map((node) => node.stop().catch(() => undefined)));
  });

  const push = () => pushOn(networksOn(chains), signedPush(chain.chainId));
  const statusOrRefusal = () =>
    push().then(
      ({ status }) => status,
      (error: unknown) => (error instanceof ToolError ? error.message : Promise.reject(error as Error)),
    );
  const forgetTransactions = (node: FakeNode) => {
    node.override = (path, _body, response) => {
      if (path !== '/v1/chain/get_transaction_status') return false;
      json(response, 200, { state: 'UNKNOWN' });
      return true;
    };
  };
  /** The holder executes the transaction (or drops it) and never answers again; the other node refuses it. */
  const pushOnce = async (script: 'take-reset' | 'reset') => {
    holder.script = [script, 'busy'];
    holder.hasStatus = false;
    other.script = ['refuse'];
    expect(await statusOrRefusal()).toBe('unknown');
  };

  describe.each(Object.keys(ABSENCES))('while the node that holds them %s', (absence) => {
    it.each(REFUSALS)(
      'push_transaction returns unknown again when the other node answers %s',
      async (refusal) => {
        await pushOnce('take-reset');
        await ABSENCES[absence]!(holder);
        other.script = [refusal];
        expect(await statusOrRefusal()).toBe('unknown');
        expect(chain.applied.size).toBe(1);
      },
    );
  });

  it('push_transaction returns already_executed when the node that holds the bytes is back', async () => {
    await pushOnce('take-reset');
    holder.script = ['take'];
    holder.hasStatus = true;
    other.override = () => false;
    expect(await push()).toMatchObject({ status: 'already_executed', block_num: 101 });
    expect(chain.sent).toHaveLength(2);
    expect(chain.applied.size).toBe(1);
  });

  it('push_transaction returns the refusal when the node that did not execute the bytes refuses them', async () => {
    await pushOnce('reset');
    holder.script = ['refuse'];
    expect(await statusOrRefusal()).toBe(ASSERTION);
    await holder.stop();
    expect(await statusOrRefusal()).toBe(ASSERTION);
  });

  it('push_transaction returns unknown after pending when the node that executed the bytes is lost', async () => {
    await chains.close();
    chains = chainsWithShortTimeouts(networks, { push: WITHOUT_WAIT });
    expect(await statusOrRefusal()).toBe('pending');
    await holder.stop();
    other.script = ['refuse'];
    expect(await statusOrRefusal()).toBe('unknown');
  });

  it('push_transaction returns unknown until 180 s after the expiry, then the refusal', async () => {
    const clock = new ManualClock(systemClock.now());
    await chains.close();
    chains = chainsWithShortTimeouts(networks, { clock, readLifetimeMs: 0 });
    await pushOnce('take-reset');
    await holder.stop();
    chain.headBlockTime = '2026-11-21T12:06:00.000';
    clock.advance(360_000);
    expect(await statusOrRefusal()).toBe('unknown');
    clock.advance(300_000 + 180_000 - 360_000);
    expect(await statusOrRefusal()).toContain('expired at 2026-11-21T12:05:00Z');
  });

  it('push_transaction refuses bytes that no node executed or holds at the first push', async () => {
    holder.script = ['refuse'];
    other.script = ['refuse'];
    expect(await statusOrRefusal()).toBe(ASSERTION);
  });
});
