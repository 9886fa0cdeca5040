import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { addressOf, navigate } from '../../app/location';
import { Orders } from '../account/orders';

interface ChosenAccountProps {
  readonly network: string;
  readonly pair: string;
  /** The account of the address of the page. */
  readonly account: string | undefined;
}

/** The open orders of an account on a pair, and a field that chooses the account. */
export function ChosenAccount({ network, pair, account }: ChosenAccountProps): JSX.Element {
  const text = useSignal(account ?? '');
  const choose = (event: SubmitEvent) => {
    event.preventDefault();
    const chosen = text.value.trim();
    navigate(addressOf(network, 'market', pair, ...(chosen === '' ? [] : [chosen])));
  };
  return (
    <>
      <form class="actions" onSubmit={choose}>
        <label for="own-account">Open orders of</label>
        <input
          id="own-account"
          type="text"
          placeholder="account"
          spellcheck={false}
          autocapitalize="off"
          autocomplete="off"
          value={text.value}
          onInput={({ currentTarget }) => (text.value = currentTarget.value)}
        />
        <button type="submit">Show</button>
      </form>
      {account === undefined ? null : <Orders network={network} account={account} pair={pair} />}
    </>
  );
}
