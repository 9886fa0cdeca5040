import type { JSX } from 'preact';
import { addressOf, BASE } from '../../app/location';
import type { ViewProps } from '../view-props';
import { loadTools } from '../../gateway/load-tools';
import { usePoll } from '../../gateway/poll';
import { requestJson } from '../../gateway/request';
import { Copy } from '../../ui/copy';
import { Panel, PolledPanel } from '../../ui/panel';
import { Foreign } from '../../ui/values';
import { connectionsOf } from './connections';
import { type Limits, LimitTables } from './limits';

/** As the gateway serves it beside its pages. */
interface AgentFacts {
  readonly prompts: readonly {
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly arguments: readonly string[];
  }[];
  readonly resources: readonly {
    readonly uri: string;
    readonly title: string;
    readonly description: string;
  }[];
  readonly limits: Limits;
}

/** How to connect programs that use the tools, and what they find. */
export function View({ network: { name } }: ViewProps): JSX.Element {
  const tools = usePoll('tools', 0, loadTools);
  const facts = usePoll('agents', 0, () => requestJson<AgentFacts>('/console/agents.json'));
  return (
    <>
      <h1>Agents and programs</h1>
      <Panel title="Connect">
        <p>
          No login and no key: the gateway holds none. The tools of this network are the same over MCP and
          REST.
        </p>
        {connectionsOf(`${location.origin}${BASE}`, name).map(([client, text]) => (
          <div key={client}>
            <h3>{client}</h3>
            <pre tabIndex={0} role="region" aria-label={client}>
              {text}
            </pre>
            <Copy text={text} />
          </div>
        ))}
      </Panel>
      <PolledPanel title="Tools" state={tools}>
        {(forms) => (
          <ul class="list">
            {forms.map(({ name: tool, title, kind }) => (
              <li key={tool}>
                <a href={addressOf(name, 'tools', tool)} class="mono">
                  {tool}
                </a>{' '}
                {title} <span class="muted">({kind})</span>
              </li>
            ))}
          </ul>
        )}
      </PolledPanel>
      <PolledPanel title="Prompts" state={facts}>
        {({ prompts }) => (
          <ul class="list">
            {prompts.map((prompt) => (
              <Entry key={prompt.name} {...prompt}>
                {prompt.arguments.length === 0 ? '' : ` Arguments: ${prompt.arguments.join(', ')}.`}
              </Entry>
            ))}
          </ul>
        )}
      </PolledPanel>
      <PolledPanel title="Resources" state={facts}>
        {({ resources }) => (
          <ul class="list">
            {resources.map((resource) => (
              <Entry key={resource.uri} name={resource.uri} {...resource} />
            ))}
          </ul>
        )}
      </PolledPanel>
      <PolledPanel title="Limits of this gateway" state={facts}>
        {({ limits }) => <LimitTables limits={limits} />}
      </PolledPanel>
    </>
  );
}

interface EntryProps {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly children?: string;
}

const Entry = ({ name, title, description, children = '' }: EntryProps): JSX.Element => (
  <li>
    <span class="mono long">
      <Foreign text={name} />
    </span>{' '}
    <Foreign text={title} />.{' '}
    <span class="muted">
      <Foreign text={description + children} />
    </span>
  </li>
);
