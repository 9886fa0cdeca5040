import { signal } from '@preact/signals';
import { render } from 'preact';
import { VERSION } from './deployment';
import { connectHost } from './host';
import { type Outcome, outcomeOf, outcomeOfCancel, WAITING } from './outcome';
import { Page } from './page';

const outcome = signal<Outcome>(WAITING);
const root = document.getElementById('page');
if (root !== null) render(<Page outcome={outcome} />, root);

connectHost(
  { name: 'chain-tool-gateway-proposal', version: VERSION },
  {
    result: (result) => {
      outcome.value = outcomeOf(result);
    },
    cancelled: (params) => {
      outcome.value = outcomeOfCancel(params);
    },
    context: ({ theme }) => {
      if (theme === 'light' || theme === 'dark') document.documentElement.style.colorScheme = theme;
    },
  },
);
