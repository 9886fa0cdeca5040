import { formatAmount, parseAmount, publicKeyLegacyText, publicKeyText } from '@app/antelope';
import { genaddr } from '../contracts/bridge/signatures';
import { keyTexts } from '../genesis/development-account';
import { developmentKey } from '../client/development-key';
import { publicKeyOf } from '../kernel/keys/keys';
import { singleAuthority } from '../kernel/sdk/authority';
import { newaccount, SYSTEM_ACCOUNT } from '../kernel/sdk/native-actions';
import { addressOf } from '../operators/bitcoin';
import { actionOf } from '../client/action';
import { issueTo } from '../operators/issuer';
import { adminRoute, type AdminRoute } from './admin-route';
import { AdminError } from './admin-error';
import { EXAMPLE_KEYS } from './example-keys';
import { accountName, decimal, members, parsed, publicKeyInput, tokenName, tokenNamed } from './fields';
import { requireAccount } from './admin-context';
import { BTC_BRIDGE, RELAYER } from '../contracts/shared/account-names';

const TAG = 'Accounts';

const fundBody = members({
  account: accountName('Account to fund.'),
  symbol: tokenName,
  amount: decimal('Amount, with at most as many decimals as the token has.'),
}).transform(({ account, symbol, amount }, context) => {
  const token = tokenNamed(symbol);
  return { account, token, units: parsed(context, () => parseAmount(amount, token), 'amount') };
});

const fund = adminRoute({
  path: '/devchain/fund',
  tag: TAG,
  title: 'Fund an account',
  description:
    'Issues tokens to an account. Shares of lending pools come from deposits alone: lend USDT for them.',
  body: fundBody,
  example: { account: 'alice', symbol: 'USDT', amount: '2500.5' },
  answers: { account: 'alice', balance: '1002500.50000000', symbol: 'USDT', transaction_id: '4b1f...' },
  run: (context, { account, token, units }) => {
    requireAccount(context, 'account', account);
    const { id } = context.view.send(...issueTo(account, token, units, 'funded'));
    const balance = formatAmount(context.view.balance(account, token), token.precision);
    return { account, balance, symbol: token.symbol, transaction_id: id };
  },
});

const create = adminRoute({
  path: '/devchain/create-account',
  tag: TAG,
  title: 'Create an account',
  description:
    'Creates an account, with a Bitcoin deposit address where there is a bridge. Without `public_key` it gets a development key, which is returned: everyone who knows the seed of the chain can derive it.',
  body: members({ name: accountName('The new account.'), public_key: publicKeyInput.optional() }),
  example: { name: 'grace' },
  answers: {
    ...{ name: 'grace', btc_address: 'bcrt1...' },
    ...EXAMPLE_KEYS,
  },
  run: (context, { name, public_key: given }) => {
    if (context.view.isAccount(name)) throw new AdminError(`name: account ${name} exists already`);
    const own = developmentKey(context.seed, name);
    const key = given ?? publicKeyOf(own);
    const authority = singleAuthority({ keys: [{ key, weight: 1 }] });
    const data = { creator: SYSTEM_ACCOUNT, name, owner: authority, active: authority };
    const hasBridge = context.chain.abi(BTC_BRIDGE) !== undefined;
    context.view.send(
      actionOf(SYSTEM_ACCOUNT, newaccount, data, SYSTEM_ACCOUNT),
      ...(hasBridge ? [actionOf(BTC_BRIDGE, genaddr, { account: name }, RELAYER)] : []),
    );
    return {
      name,
      ...(given === undefined
        ? keyTexts(own)
        : { public_key: publicKeyText(key), public_key_legacy: publicKeyLegacyText(key) }),
      ...(hasBridge ? { btc_address: addressOf(context.view, BTC_BRIDGE, name) } : {}),
    };
  },
});

export const ACCOUNT_ROUTES: readonly AdminRoute[] = [fund, create];
