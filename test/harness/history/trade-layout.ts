/** HISTORY_TRADES of the development chain: docs/contracts/dex.md. */
export const DEX_TRADES = 'dex/dex/history2:uint64,pair,name,name,price,base,quote,time_ms';
