import { checkHistory } from './history-checks';
import { startLoadedChain } from './load';

describe('history of a recorded load', () => checkHistory(() => startLoadedChain()));
