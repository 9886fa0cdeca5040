export { commandLineText } from './command-line';
export { fileAbove, fileOfProgram } from './file-above';
export { packageVersion } from './package-version';
export { MIN_SECRET_LENGTH } from './redis-rows';
export { readSettings, SettingsError, type ValuesOf } from './read-settings';
export {
  hostSchema,
  integerRow,
  integerSetting,
  isAddressOrRange,
  isTrueSchema,
  listSetting,
  LOG_ROWS,
  rowsOf,
  settingRow,
  type SettingGroup,
  type SettingRow,
} from './setting-rows';
export { type End, runProgram } from './run-program';
export { GATEWAY_SETTINGS, SETTINGS_ROWS, type SettingValues } from './settings.schema';
export { StartupError } from './startup-error';
export { stopOnSignals } from './stop-signals';
export { unknownSettings } from './unknown-settings';
