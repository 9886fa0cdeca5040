import type { JSX } from 'preact';
import { callControl } from '../../gateway/development';
import { usePoll } from '../../gateway/poll';
import { ControlForm } from './control-form';

const EVERY_MS = 30_000;
const SET_BACK = 'is set back';

/** Forms that save the state of the chain and return to a saved one. */
export function Snapshots({ network }: { network: string }): JSX.Element {
  const saved = usePoll(`snapshots ${network}`, EVERY_MS, () =>
    callControl<{ readonly snapshots: readonly string[] }>(network, 'snapshots'),
  );
  const names = saved.value.answer?.snapshots ?? [];
  return (
    <>
      <ControlForm
        network={network}
        title="Save the state"
        control="snapshot"
        button="Save"
        fields={[{ name: 'name', label: 'Name of the snapshot', initial: 'before' }]}
        onDone={() => saved.ask?.()}
      />
      <ControlForm
        key={names.join(' ')}
        network={network}
        title="Restore a state"
        control="restore"
        button="Restore"
        fields={[
          { name: 'name', label: 'Snapshot to restore', initial: names.at(-1) ?? '', choices: names },
          {
            ...{ name: 'rewind_time', label: 'The clock', initial: 'keeps going' },
            choices: ['keeps going', SET_BACK],
            sentAs: (text) => text === SET_BACK,
          },
        ]}
      />
    </>
  );
}
