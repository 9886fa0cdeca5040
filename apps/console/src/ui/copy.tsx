import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';

const SHOWN_MS = 1_500;

/** A button that copies a text. */
export function Copy({ text, label = 'Copy' }: { text: string; label?: string }): JSX.Element {
  const state = useSignal<'ready' | 'copied' | 'failed'>('ready');
  const show = (next: 'copied' | 'failed') => {
    state.value = next;
    setTimeout(() => (state.value = 'ready'), SHOWN_MS);
  };
  const copy = () => {
    // Not there where the page came over plain HTTP from another machine.
    const clipboard = navigator.clipboard as Clipboard | undefined;
    if (clipboard === undefined) {
      show('failed');
      return;
    }
    clipboard.writeText(text).then(
      () => {
        show('copied');
      },
      () => {
        show('failed');
      },
    );
  };
  const texts = { ready: label, copied: 'Copied', failed: 'Select and copy by hand' };
  return (
    <button type="button" class="copy" onClick={copy}>
      {texts[state.value]}
    </button>
  );
}
