import type { JSX } from 'preact';
import { addressOf } from '../../app/location';
import type { ViewProps } from '../view-props';
import { loadTools } from '../../gateway/load-tools';
import { usePoll } from '../../gateway/poll';
import { filledBy, type ToolForm } from '../../gateway/tool-forms';
import { PolledPanel } from '../../ui/panel';
import { Foreign } from '../../ui/values';
import { ToolPanel } from './tool-panel';

const KINDS = {
  read: 'reads the chain',
  compose: 'composes a proposal',
  relay: 'goes to the chain',
} as const;

/** The list of the tools, or the form of one. */
export function View({ network, args: [name, filled = ''] }: ViewProps): JSX.Element {
  const tools = usePoll('tools', 0, loadTools);
  if (name === undefined)
    return (
      <>
        <h1>Tools</h1>
        <PolledPanel title="All tools" state={tools}>
          {(forms) => <ToolList network={network.name} forms={forms} />}
        </PolledPanel>
      </>
    );
  const form = tools.value.answer?.find((each) => each.name === name);
  if (form !== undefined)
    return (
      <ToolPanel network={network} form={form} filled={filledBy(form, filled)} key={`${name} ${filled}`} />
    );
  return (
    <>
      <h1>Tools</h1>
      <PolledPanel title="Tool" state={tools}>
        {() => (
          <p>
            There is no tool <Foreign text={name} />. <a href={addressOf(network.name, 'tools')}>All tools</a>
          </p>
        )}
      </PolledPanel>
    </>
  );
}

const ToolList = ({ network, forms }: { network: string; forms: readonly ToolForm[] }): JSX.Element => (
  <>
    {[...new Set(forms.map(({ area }) => area))].map((area) => (
      <section key={area}>
        <h3>{area}</h3>
        <ul class="list">
          {forms
            .filter((form) => form.area === area)
            .map(({ name, title, kind }) => (
              <li key={name}>
                <a href={addressOf(network, 'tools', name)} class="mono">
                  {name}
                </a>{' '}
                {title} <span class="muted">({KINDS[kind]})</span>
              </li>
            ))}
        </ul>
      </section>
    ))}
  </>
);
