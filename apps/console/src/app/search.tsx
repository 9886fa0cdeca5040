import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { searchTarget } from '../values/search-target';
import { addressOf, navigate } from './location';

/** The search box of each page. */
export function Search({ network }: { network: string }): JSX.Element {
  const text = useSignal('');
  const isUnknown = useSignal(false);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const target = searchTarget(text.value);
    isUnknown.value = target === undefined && text.value !== '';
    if (target !== undefined) navigate(addressOf(network, ...target));
  };
  return (
    <form role="search" onSubmit={submit}>
      <input
        type="search"
        aria-label="Account, transaction, block or public key"
        placeholder="Account, transaction, block, key"
        spellcheck={false}
        autocapitalize="off"
        value={text.value}
        onInput={({ currentTarget }) => (text.value = currentTarget.value)}
      />
      {isUnknown.value ? (
        <span role="alert" class="bad">
          {' '}
          This is none of them.
        </span>
      ) : null}
    </form>
  );
}
