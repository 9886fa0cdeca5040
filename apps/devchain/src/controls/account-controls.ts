import { formatAmount, parseAmount, publicKeyLegacyText, publicKeyOf, publicKeyText } from '@app/antelope';
import { BTC_BRIDGE, RELAYER } from '../contracts/bridge/relayer';
import { genaddr } from '../contracts/bridge/signatures';
import { keyTexts } from '../genesis/development-account';
import { developmentKey } from '../genesis/keys';
import { singleAuthority } from '../kernel/accounts/permissions';
import { newaccount, SYSTEM_ACCOUNT } from '../kernel/native-actions';
import { addressOf } from '../simulation/bitcoin-traffic';
import { actionOf } from '../simulation/in-process-client';
import { issueTo } from '../simulation/treasury';
import { control, type Control } from './control';
import { ControlError } from './control-error';
import { EXAMPLE_KEYS } from './example-keys';
import { accountName, decimal, members, parsed, publicKeyInput, tokenName, tokenNamed } from './fields';
import { requireAccount } from './world';

const TAG = 'Accounts';

const fundBody = members({
  account: accountName('Who gets it.'),
  symbol: tokenName,
  amount: decimal('How much, with at most as many decimals as the token has.'),
}).transform(({ account, symbol, amount }, context) => {
  const token = tokenNamed(symbol);
  return { account, token, units: parsed(context, () => parseAmount(amount, token), 'amount') };
});

const fund = control({
  path: '/devchain/fund',
  tag: TAG,
  title: 'Fund an account',
  description:
    'Makes tokens and gives them to an account. Shares of lending pools come from deposits alone: lend USDT for them.',
  body: fundBody,
  example: { account: 'alice', symbol: 'USDT', amount: '2500.5' },
  answers: { account: 'alice', balance: '1002500.50000000', symbol: 'USDT', transaction_id: '4b1f...' },
  run: (world, { account, token, units }) => {
    requireAccount(world, 'account', account);
    const { id } = world.view.send(...issueTo(account, token, units, 'funded'));
    const balance = formatAmount(world.view.balance(account, token), token.precision);
    return { account, balance, symbol: token.symbol, transaction_id: id };
  },
});

const create = control({
  path: '/devchain/create-account',
  tag: TAG,
  title: 'Create an account',
  description:
    'Creates an account, with a Bitcoin deposit address where there is a bridge. Without a key of yours it gets a development key, which the answer tells: everyone who knows the seed of the chain has it, too.',
  body: members({ name: accountName('The new account.'), public_key: publicKeyInput.optional() }),
  example: { name: 'grace' },
  answers: {
    ...{ name: 'grace', btc_address: 'bcrt1...' },
    ...EXAMPLE_KEYS,
  },
  run: (world, { name, public_key: given }) => {
    if (world.view.isAccount(name)) throw new ControlError(`name: account ${name} exists already`);
    const own = developmentKey(world.seed, name);
    const key = given ?? publicKeyOf(own);
    const authority = singleAuthority({ keys: [{ key, weight: 1 }] });
    const data = { creator: SYSTEM_ACCOUNT, name, owner: authority, active: authority };
    const hasBridge = world.chain.abi(BTC_BRIDGE) !== undefined;
    world.view.send(
      actionOf(SYSTEM_ACCOUNT, SYSTEM_ACCOUNT, newaccount, data),
      ...(hasBridge ? [actionOf(RELAYER, BTC_BRIDGE, genaddr, { account: name })] : []),
    );
    return {
      name,
      ...(given === undefined
        ? keyTexts(own)
        : { public_key: publicKeyText(key), public_key_legacy: publicKeyLegacyText(key) }),
      ...(hasBridge ? { btc_address: addressOf(world.view, BTC_BRIDGE, name) } : {}),
    };
  },
});

export const ACCOUNT_CONTROLS: readonly Control[] = [fund, create];
