export {
  AnyMember,
  BooleanMember,
  BooleanParameter,
  ChoiceParameter,
  NameMember,
  NameParameter,
  NumberMember,
  NumberParameter,
  PatternMember,
  SizedTextMember,
  TextMember,
  TextParameter,
  TimeParameter,
} from './fields';
export * from './dto/blocks.dto';
export * from './dto/history.dto';
export * from './dto/indexed.dto';
export { HEAD } from './routes/node-route';
export type { BlockKey, CachePolicy, ErrorShape, NodeRoute } from './routes/node-route';
export { NODE_ROUTES } from './routes/node-routes';
export * from './routes/state-routes';
export * from './routes/stats-routes';
export * from './routes/table-routes';
