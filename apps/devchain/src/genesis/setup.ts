import { type Asset, type PackedAction, serializeAbi } from '@app/antelope';
import { create, issue, transfer } from '../contracts/token/signatures';
import { CODE_PERMISSION } from '../kernel/sdk/permissions';
import { type Authority, compareLevels, singleAuthority } from '../kernel/sdk/authority';
import type { Contract } from '../kernel/sdk/contract';
import { linkauth, newaccount, setabi, SYSTEM_ACCOUNT, updateauth } from '../kernel/sdk/native-actions';
import { CONTRACT_ACCOUNTS, type FundedAccount } from './accounts';
import { AGENT_WHITELIST } from './agent-whitelist';
import { keyAuthority } from './key-authority';
import { actionOf } from '../client/action';
import { GENESIS_TOKENS, type GenesisToken } from './tokens';
import { amountOf, wholeUnits } from '../contracts/shared/tokens';

/**
 * The actions of each transaction that sets up the chain, in order. Ordinary transactions, so that history and replay
 * need no exception.
 */
export function genesisTransactions(
  people: readonly FundedAccount[],
  contracts: readonly Contract[],
): PackedAction[][] {
  const contractAccounts = new Set<string>([
    ...CONTRACT_ACCOUNTS,
    ...contracts.map(({ account }) => account),
  ]);
  contractAccounts.delete(SYSTEM_ACCOUNT);
  const bySystem = [
    [...contractAccounts].map(newContractAccount),
    people.map(({ name, key }) => newAccount(name, keyAuthority(key), keyAuthority(key))),
    contracts.map(publishAbi),
    ...GENESIS_TOKENS.map((token) => launchToken(token, people)),
  ];
  return [...bySystem, ...people.filter(({ permissions }) => permissions.length > 0).map(agentActions)];
}

/** `eosio` acts for it; and so does its own code, which it needs to send actions. */
function newContractAccount(name: string): PackedAction {
  const bySystem = { permission: { actor: SYSTEM_ACCOUNT, permission: 'active' }, weight: 1 };
  const byCode = { permission: { actor: name, permission: CODE_PERMISSION }, weight: 1 };
  const accounts = [bySystem, byCode].sort((left, right) => compareLevels(left.permission, right.permission));
  return newAccount(name, singleAuthority({ accounts: [bySystem] }), singleAuthority({ accounts }));
}

function newAccount(name: string, owner: Authority, active: Authority): PackedAction {
  return actionOf(
    SYSTEM_ACCOUNT,
    newaccount,
    { creator: SYSTEM_ACCOUNT, name, owner, active },
    SYSTEM_ACCOUNT,
  );
}

function publishAbi({ account, abi }: Contract): PackedAction {
  return actionOf(SYSTEM_ACCOUNT, setabi, { account, abi: serializeAbi(abi) }, account);
}

function launchToken(token: GenesisToken, people: readonly FundedAccount[]): PackedAction[] {
  const { contract, issuer, holding } = token;
  const quantity = wholeTokens(token, holding);
  const supply = wholeTokens(token, holding * BigInt(people.length));
  const launch = actionOf(
    contract,
    create,
    { issuer, maximum_supply: wholeTokens(token, token.maxSupply) },
    contract,
  );
  if (holding === 0n) return [launch];
  const memo = 'genesis';
  return [
    launch,
    actionOf(contract, issue, { to: issuer, quantity: supply, memo }, issuer),
    ...people.map(({ name }) =>
      actionOf(contract, transfer, { from: issuer, to: name, quantity, memo }, issuer),
    ),
  ];
}

function agentActions({ name, permissions }: FundedAccount): PackedAction[] {
  return permissions.flatMap(({ name: permission, key }) => [
    actionOf(
      SYSTEM_ACCOUNT,
      updateauth,
      { account: name, permission, parent: 'active', auth: keyAuthority(key) },
      name,
    ),
    ...AGENT_WHITELIST.map(([code, type]) =>
      actionOf(SYSTEM_ACCOUNT, linkauth, { account: name, code, type, requirement: permission }, name),
    ),
  ]);
}

function wholeTokens(token: GenesisToken, amount: bigint): Asset {
  return amountOf(token, wholeUnits(token, amount));
}
