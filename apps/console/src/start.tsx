import { render } from 'preact';
import { Application } from './app/application';
import { followLinks } from './app/location';
import { loadConfig } from './gateway/config';

/** The content that the page came with stays where the console cannot start. */
async function start(): Promise<void> {
  await loadConfig();
  const app = document.getElementById('app');
  if (app === null) return;
  followLinks();
  app.replaceChildren();
  render(<Application />, app);
}

void start();
