import type { JSX } from 'preact';
import { BASE } from '../../app/location';
import { type FormValues, inputOf, problemsOf, type ToolForm } from '../../gateway/tool-forms';
import { Copy } from '../../ui/copy';

interface CallsProps {
  readonly network: string;
  readonly form: ToolForm;
  readonly values: FormValues;
}

/** The same call from a terminal and over MCP. */
export function Calls({ network, form, values }: CallsProps): JSX.Element {
  const isComplete = Object.keys(problemsOf(form, values)).length === 0;
  const input = { ...inputOf(form, isComplete ? values : form.example), network };
  const address = `${location.origin}${BASE}`;
  const curl = `curl -s ${address}/v1/tools/${form.name} -d ${inShell(JSON.stringify(input))}`;
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: form.name, arguments: input } };
  const mcp = `POST ${address}/mcp\n${JSON.stringify(call, null, 2)}`;
  return (
    <details>
      <summary>The same call from a program{isComplete ? '' : ', with the example'}</summary>
      <pre tabIndex={0} role="region" aria-label="curl">
        {curl}
      </pre>
      <Copy text={curl} label="Copy curl" />
      <pre tabIndex={0} role="region" aria-label="MCP">
        {mcp}
      </pre>
      <Copy text={mcp} label="Copy MCP" />
    </details>
  );
}

/** One word of a POSIX shell. */
const inShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
