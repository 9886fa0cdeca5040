// The places that docs/how-to/alerts.md tells an operator to look at, and the commands that it names.
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { ROOT } from '../../scripts/setup.mjs';
import { TOKEN } from './releases.mjs';

const MOST_CHARACTERS = 400;
const FOLDERS = [ROOT, `${tmpdir()}/[\\w-]+`].map((folder) => new RegExp(`${folder}/`, 'g'));

/** Without the folders of this machine. */
const shortened = (text) =>
  FOLDERS.reduce((rest, folder) => rest.replaceAll(folder, ''), text).slice(0, MOST_CHARACTERS);

const json = async (url) => (await fetch(url)).json();

/** The checks of /readyz, as one text. */
export const readyz = async ({ managementUrl }) =>
  JSON.stringify((await json(`${managementUrl}/readyz`)).checks);

export const info = ({ managementUrl }) => json(`${managementUrl}/info`);

/** How a replica judges a node: its state, and the reason. */
export async function judged(replica, label) {
  const { networks } = await info(replica);
  const { state, reason } = networks[0].nodes.find(({ node }) => node === label);
  return `${label} is ${state}: ${reason}`;
}

/** The last line of a log that matches. @throws Error when none does */
export function logLine({ log, name }, pattern) {
  const line = readFileSync(log, 'utf8')
    .split('\n')
    .findLast((text) => pattern.test(text));
  if (line === undefined) throw new Error(`the log of ${name} has no line like ${String(pattern)}`);
  return shortened(line);
}

/** The text, which has to match: it is what the runbook promises. */
export function shown(text, pattern) {
  if (!pattern.test(text)) throw new Error(`${text} does not show ${String(pattern)}`);
  return shortened(text);
}

/** `cordon` or `uncordon` of the management port. @throws Error when it is refused */
export async function command({ managementUrl }, label, verb) {
  const answer = await fetch(`${managementUrl}/networks/mainnet/nodes/${label}/${verb}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  if (!answer.ok) throw new Error(`${verb} ${label}: ${answer.status} ${await answer.text()}`);
}
