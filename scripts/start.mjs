// `npm start`: installs and builds, then runs the development chains, their history node and the gateway as three
// processes until one ends or the user stops them. `npm run devchain` runs the chains without the gateway.
import { prepare } from './setup.mjs';
import { checkoutCommit } from './start/environment.mjs';
import { runProduct } from './start/run.mjs';

// npm scripts pass the mode first; the other arguments are those of the user.
const isGateway = process.argv[2] !== 'devchain-only';

await runProduct({
  mode: isGateway ? 'gateway' : 'devchain',
  args: process.argv.slice(isGateway ? 2 : 3),
  folder: process.env.INIT_CWD ?? process.cwd(),
  command: isGateway ? 'npm start --' : 'npm run devchain --',
  prepare,
  commit: checkoutCommit,
});
