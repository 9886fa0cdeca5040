// `npm run build`: compiles the apps and the console into dist/ when a source has changed.
import { prepare } from './setup.mjs';

await prepare();
