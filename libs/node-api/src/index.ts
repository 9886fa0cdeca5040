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
export {
  ControlledAccountsBody,
  KeyAccountsBody,
  TraceBlockBody,
  TransactionTraceBody,
  V1ActionsBody,
  V1TransactionBody,
} from './dto/history.dto';
export {
  AbiSnapshotQuery,
  AccountPageQuery,
  AccountQuery,
  ActionsQuery,
  DeltasQuery,
  IndexedTransactionQuery,
  KeyAccountsQuery,
  LinksQuery,
  MissedBlocksQuery,
  PageQuery,
  ProposalsQuery,
  ScheduleQuery,
  VotersQuery,
} from './dto/indexed.dto';
export { HEAD } from './routes/node-route';
export type { BlockKey, CachePolicy, ErrorShape, NodeRoute } from './routes/node-route';
export { NODE_ROUTES } from './routes/node-routes';
