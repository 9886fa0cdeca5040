export { BTC_USD, type OraclePrice, PRICE_DECIMALS } from './oracle-price';
export { OraclePrices, UnknownFeedError } from './oracle-prices';
