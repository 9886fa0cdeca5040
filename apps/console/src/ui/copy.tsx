import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { visibleText } from '../values/visible-text';
import { Foreign } from './texts';

const SHOWN_MS = 1_500;

const NOTES = { copied: 'Copied', failed: 'Select and copy by hand' };

/** Copies a text on demand. The note says for a moment whether it is copied. */
function useCopy(text: string): { readonly note: string | undefined; readonly copy: () => void } {
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
  return { note: state.value === 'ready' ? undefined : NOTES[state.value], copy };
}

/** A button that copies a text. */
export function Copy({ text, label = 'Copy' }: { text: string; label?: string }): JSX.Element {
  const { note, copy } = useCopy(text);
  return (
    <button type="button" class="copy" onClick={copy}>
      {note ?? label}
    </button>
  );
}

/** An id or a key of the chain, which a click copies as it is shown. */
export function Id({ text }: { text: string }): JSX.Element | null {
  const { note, copy } = useCopy(visibleText(text));
  if (text === '') return null;
  return (
    <>
      <button type="button" class="id mono long" title="Copy" onClick={copy}>
        <Foreign text={text} />
      </button>
      <span class="muted" role="status">
        {note === undefined ? '' : ` ${note}`}
      </span>
    </>
  );
}
