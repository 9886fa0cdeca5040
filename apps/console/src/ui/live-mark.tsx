import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { followLive, type LivePollOptions } from '../gateway/live-poll';

interface LiveMarkProps<T> extends Omit<LivePollOptions<T>, 'onLive' | 'answerOf'> {
  /** What comes by the stream; by default the panel. */
  readonly what?: string;
  readonly answerOf?: LivePollOptions<T>['answerOf'];
}

/**
 * Lets a panel follow a topic of the stream of events, and says whether it does. Its key is the topic. A panel that has
 * only been refused follows none: the gateway refuses a stream with the topic of an account that does not exist.
 */
export function LiveMark<T>(props: LiveMarkProps<T>): JSX.Element | null {
  const { answer, error } = props.state.value;
  return answer === undefined && error !== undefined ? null : <Mark {...props} />;
}

function Mark<T>({ what = '', answerOf, ...of }: LiveMarkProps<T>): JSX.Element {
  const isLive = useSignal(false);
  useEffect(() => followLive<T>({ ...of, answerOf, onLive: (is) => (isLive.value = is) }), []);
  return <span class={isLive.value ? 'good' : 'muted'}>{isLive.value ? `${what} live` : 'polling'}</span>;
}
