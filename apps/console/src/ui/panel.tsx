import type { Signal } from '@preact/signals';
import { Component, type ComponentChildren, type JSX } from 'preact';
import type { Polled } from '../gateway/poll';
import { durationText } from '../values/ages';
import { visibleText } from '../values/visible-text';
import { now } from './clock';

interface PanelProps {
  readonly title: string;
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A part of a view with a heading. What it cannot show leaves the other parts alone. */
export class Panel extends Component<PanelProps, { readonly failure?: Error }> {
  override componentDidCatch(failure: Error): void {
    reportError(failure);
    this.setState({ failure });
  }

  override render(): JSX.Element {
    const { title, aside, children } = this.props;
    const { failure } = this.state;
    return (
      <section class="panel">
        <header>
          <h2>{title}</h2>
          {aside}
        </header>
        {failure ? <Problem error={failure} /> : children}
      </section>
    );
  }
}

interface PolledPanelProps<T> {
  readonly title: string;
  readonly state: Signal<Polled<T>>;
  /** Whether it is live. */
  readonly mark?: ComponentChildren;
  /** Shown while there is an answer without content. */
  readonly empty?: string;
  readonly isEmpty?: (answer: T) => boolean;
  readonly children: (answer: T) => ComponentChildren;
}

/** A panel of what is polled: loading, failed, empty, or the answer, with its age once it is old. */
export function PolledPanel<T>({
  title,
  state,
  mark,
  empty,
  isEmpty,
  children,
}: PolledPanelProps<T>): JSX.Element {
  const { answer, error } = state.value;
  return (
    <Panel
      title={title}
      aside={
        <span class="marks">
          <Staleness state={state.value} />
          {mark}
        </span>
      }
    >
      {error === undefined ? null : <Problem error={error} />}
      {answer === undefined ? (
        error === undefined && <p class="muted">Loading…</p>
      ) : (
        <Content of={() => (isEmpty?.(answer) ? <p class="muted">{empty}</p> : children(answer))} />
      )}
    </Panel>
  );
}

/** A component of its own: what it throws is caught by the panel around it. */
const Content = ({ of }: { of: () => ComponentChildren }): JSX.Element => <>{of()}</>;

/** What went wrong, in the words of the gateway. */
export const Problem = ({ error }: { error: Error }): JSX.Element => (
  <p class="problem" role="alert">
    {visibleText(error.message)}
  </p>
);

/** The age of an answer that should have been replaced by now. */
export function Staleness({ state: { at, everyMs } }: { state: Polled<unknown> }): JSX.Element | null {
  if (at === undefined || everyMs === 0) return null;
  const ageMs = now.value - at;
  if (ageMs < 2 * everyMs + 2_000) return null;
  return <span class="stale">{durationText(ageMs / 1_000)} old</span>;
}
