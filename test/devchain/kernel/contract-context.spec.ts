import { struct } from '../../../apps/devchain/src/kernel/sdk/abi/containers';
import { action } from '../../../apps/devchain/src/kernel/sdk/action';
import { actionSignature } from '../../../apps/devchain/src/kernel/sdk/action-signature';
import { contract } from '../../../apps/devchain/src/kernel/sdk/contract';
import { setpriv } from '../../../apps/devchain/src/contracts/system/limits';
import { actionOf } from '../../../apps/devchain/src/client/action';
import { InProcessChain } from '../../harness/chain/in-process-chain';

const freeram = actionSignature(struct('freeram', {}));
const privfree = actionSignature(struct('privfree', {}));
const addrow = actionSignature(struct('addrow', {}));

/** Tries what no contract may do. `npm run typecheck` fails when one of these lines compiles again. */
const intruder = contract({
  account: 'intruder',
  tables: [],
  actions: [
    action(freeram, (context) => {
      // @ts-expect-error contracts cannot bill or free RAM
      context.addRam('alice', -1000);
    }),
    action(privfree, (context) => {
      // @ts-expect-error privileged contracts cannot bill or free RAM either
      context.privileged().addRam('alice', -1000);
    }),
    action(addrow, (context) => {
      // @ts-expect-error the trace of a row write belongs to the kernel
      context.addRowChange({});
    }),
  ],
});

describe('access of contracts to the state', () => {
  const kernel = new InProcessChain({ contracts: [intruder] });
  const ramOfAlice = (): bigint => kernel.chain.account('alice')!.ramUsage;

  it.each([
    [freeram.name, freeram, 'context.addRam is not a function'],
    [addrow.name, addrow, 'context.addRowChange is not a function'],
    [privfree.name, privfree, 'intruder does not have permission to call this API'],
  ])('ContractContext rejects %s and leaves the RAM of the account as it was', (_, signature, message) => {
    const before = ramOfAlice();
    expect(() => kernel.push([actionOf('intruder', signature, {}, 'alice')])).toThrow(message);
    expect(ramOfAlice()).toBe(before);
  });

  it('ContractContext rejects addRam through the access of a privileged contract', () => {
    kernel.push([actionOf('eosio', setpriv, { account: 'intruder', is_priv: 1 }, 'eosio')]);
    expect(() => kernel.push([actionOf('intruder', privfree, {}, 'alice')])).toThrow(
      'addRam is not a function',
    );
  });
});
