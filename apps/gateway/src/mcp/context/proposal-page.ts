import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Networks } from '@app/networks';
import { PROPOSAL_PAGE_URI } from '@app/chain-tools';
import { fileAbove, StartupError } from '@app/program';
import { Injectable } from '@nestjs/common';
import { SERVER_IDENTITY } from '../server-info';

/** As the build writes it: scripts/setup/proposal-page.mjs. */
const FILE = path.join('dist', 'mcp-app', 'proposal.html');
/** The gateway writes its facts in place of the braces. */
const DATA = '<script type="application/json" id="deployment">{}</script>';

/** The type that the MCP Apps extension gives to its pages. */
const MIME_TYPE = 'text/html;profile=mcp-app';

/** For the host: the page needs no origin, no permission and no address of its own. */
const META = { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } };

/** The page of the MCP App: it shows the proposals of the tools that compose. */
@Injectable()
export class ProposalPage {
  readonly #parts: readonly [before: string, after: string];

  /** @throws StartupError when the page is not built */
  constructor(private readonly networks: Networks) {
    const file = fileAbove(__dirname, FILE);
    const [before, after] = file === undefined ? [] : readFileSync(file, 'utf8').split(DATA);
    if (before === undefined || after === undefined) {
      throw new StartupError(`${FILE} is not there, or an older one: run npm run build`);
    }
    this.#parts = [before, after];
  }

  /** The entry of resources/list. */
  listed() {
    return {
      uri: PROPOSAL_PAGE_URI,
      name: 'proposal',
      title: 'Proposal',
      description:
        'MCP App: what a proposal does, its warnings, its dry run and its expiration, for a person. Signs nothing, sends nothing.',
      mimeType: MIME_TYPE,
      _meta: META,
    };
  }

  /** The content of resources/read, with what the page cannot know by itself: which networks have real funds. */
  content() {
    const networks = this.networks.all().map(({ name, realFunds }) => [name, realFunds]);
    const facts = { version: SERVER_IDENTITY.version, real_funds: Object.fromEntries(networks) as object };
    const json = JSON.stringify(facts).replaceAll('<', '\\u003c');
    const [before, after] = this.#parts;
    const text = before + DATA.replace('{}', () => json) + after;
    return { uri: PROPOSAL_PAGE_URI, mimeType: MIME_TYPE, text, _meta: META };
  }
}
