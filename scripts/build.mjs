// `npm run build`: compiles both apps into dist/ when a source has changed.
import { prepare } from './setup.mjs';

await prepare();
