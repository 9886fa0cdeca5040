import { nameFromValue } from '@app/antelope';
import { ID, LANDED, RelayOnFakeNodes } from './support/relay-on-fake-nodes';
import { TRANSFER } from './support/transaction';

describe('an expired or refused transaction', () => {
  const fakes = new RelayOnFakeNodes();
  afterEach(() => fakes.close());

  describe('of an expired transaction', () => {
    const startExpired = async () => {
      await fakes.start(['take']);
      fakes.chain.headBlockTime = '2026-11-21T12:06:00.000';
    };

    it('push_transaction reports already_executed for an expired transaction that was executed, and sends nothing', async () => {
      await startExpired();
      fakes.chain.take(ID);
      expect(await fakes.push()).toEqual({ ...LANDED, status: 'already_executed' });
      expect(fakes.nodes[0]!.pushes()).toEqual([]);
    });

    it('push_transaction refuses an expired transaction that no node knows, without the advice to pay again', async () => {
      await startExpired();
      const text = await fakes.refusal();
      expect(text).toContain('expired at 2026-11-21T12:05:00Z');
      expect(text).toContain(`no node knows ${ID} as landed`);
      expect(fakes.nodes[0]!.pushes()).toEqual([]);
    });

    it('the refusal of an expired transaction does not claim that all nodes lack it when none could be asked', async () => {
      await startExpired();
      fakes.nodes[0]!.override = (path, _body, response) => {
        if (path === '/v1/chain/get_info') return false;
        response.socket?.destroy();
        return true;
      };
      const text = await fakes.refusal();
      expect(text).toContain('expired at 2026-11-21T12:05:00Z');
      expect(text).toMatch(/^no node of mainnet could answer: /);
      expect(text).toContain(`whether ${ID} landed before is not known: push the same bytes again`);
      expect(text).not.toContain('no node knows');
    });
  });

  it('push_transaction refuses a transaction of thousands of actions with a short message', async () => {
    await fakes.start(['take']);
    const actions = Array.from({ length: 500 }, (_, index) => ({
      ...TRANSFER.actions[0]!,
      name: nameFromValue(BigInt(index + 1) << 40n),
    }));
    const text = await fakes.refusal({ ...TRANSFER, actions });
    expect(text).toMatch(/; and 490 more$/);
    expect(text.length).toBeLessThan(2_000);
  });

  it('push_transaction sends nothing when the policy refuses the transaction', async () => {
    await fakes.start(['take']);
    fakes.chain.headBlockTime = '2026-11-21T13:00:00.000';
    expect(await fakes.refusal()).toContain('expired');
    expect(fakes.nodes[0]!.pushes()).toEqual([]);
  });
});
