import { parseAbi, ValueError } from '@app/antelope';
import type { ArgsOf } from '../../kernel/sdk/action-signature';
import { isValidAuthority } from '../../kernel/sdk/authority';
import { check, fail } from '../../kernel/sdk/check';
import type { ContractContext } from '../../kernel/sdk/contract-context';
import { ChainError, ensure } from '../../kernel/sdk/errors/chain-error';
import type { newaccount, setabi, setcode } from '../../kernel/sdk/native-actions';
import { checkFactorsExist } from './authority-factors';

const LONGEST_NAME = 12;

/** Creates an account. Names with a dot belong to the account named like their last part; names are not auctioned. */
export function createAccount(
  context: ContractContext,
  { creator, name, owner, active }: ArgsOf<typeof newaccount>,
): void {
  context.requireAuth(creator);
  const access = context.privileged();
  const isPrivileged = access.isPrivileged(creator);
  ensure(isValidAuthority(owner), 'actionValidate', () => 'Invalid owner authority');
  ensure(isValidAuthority(active), 'actionValidate', () => 'Invalid active authority');
  ensure(name !== '', 'actionValidate', () => 'account name cannot be empty');
  ensure(name.length <= LONGEST_NAME, 'actionValidate', () => 'account names can only be 12 chars long');
  ensure(
    isPrivileged || !name.startsWith('eosio.'),
    'actionValidate',
    () => "only privileged accounts can have names that start with 'eosio.'",
  );
  ensure(
    !context.isAccount(name),
    'accountNameExists',
    () => `Cannot create account named ${name}, as that name is already taken`,
  );
  check(
    isPrivileged || suffixOf(name) === '' || suffixOf(name) === creator,
    'only suffix may create this account',
  );
  access.createAccount(name, { owner, active });
  checkFactorsExist(context, owner);
  checkFactorsExist(context, active);
}

/** Sets the ABI of an account; an empty one takes it away. */
export function setAbi(context: ContractContext, { account, abi }: ArgsOf<typeof setabi>): void {
  context.requireAuth(account);
  const access = context.privileged();
  if (abi.length > 0) checkReadable(abi);
  access.setAbi(account, abi);
}

/** There is no WebAssembly here: contracts are part of the development chain. */
export function refuseCode(context: ContractContext, { account }: ArgsOf<typeof setcode>): void {
  context.requireAuth(account);
  throw new ChainError(
    'unsupportedFeature',
    'setcode is not available: the contracts of this development chain are native and cannot be replaced',
  );
}

/** A real node takes any bytes and fails later readers; here the writer gets the error. */
function checkReadable(abi: Uint8Array): void {
  try {
    parseAbi(abi);
  } catch (error) {
    if (error instanceof ValueError) fail(`setabi: ${error.message}`);
    throw error;
  }
}

function suffixOf(name: string): string {
  return name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : '';
}
