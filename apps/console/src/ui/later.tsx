import { useSignal } from '@preact/signals';
import type { ComponentType, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Problem } from './panel';

interface LaterProps<P> {
  /** Loads the component; called once. */
  readonly load: () => Promise<ComponentType<P>>;
  readonly props: P & JSX.IntrinsicAttributes;
}

/** A component whose code is loaded when it is shown: what is seen first does not wait for it. */
export function Later<P>({ load, props }: LaterProps<P>): JSX.Element {
  // In an object: a component is a function, which no signal may call.
  const state = useSignal<{ readonly Loaded?: ComponentType<P>; readonly hasFailed?: true }>({});
  useEffect(() => {
    load().then(
      (Loaded) => (state.value = { Loaded }),
      () => (state.value = { hasFailed: true }),
    );
  }, []);
  const { Loaded, hasFailed } = state.value;
  if (Loaded !== undefined) return <Loaded {...props} />;
  if (hasFailed === undefined) return <p class="muted">Loading…</p>;
  return <Problem error={new Error('A part of this page could not be loaded: reload it.')} />;
}
