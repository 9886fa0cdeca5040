// Installs the dependencies when they are missing or older than the lock file.
import { ensureInstalled } from './setup.mjs';

ensureInstalled();
