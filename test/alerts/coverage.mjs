// Whether each alert of the chart is caused, or listed with the reason why it is not.

/** Alerts that no fault of this run causes, with the reason. */
export const NOT_CAUSED = {
  HistoryDiskFull: 'needs a file system of its own that is nearly full, which only root can mount',
  HistoryUnexpectedError: 'needs a defect of the history node, and none is known',
};

/**
 * Problems of the two lists, as sentences; none where each alert is in one of them.
 * @param alerts names of the alerts of the chart
 * @param caused names of those that the cases cause
 * @param listed names of those that are listed as not caused
 */
export function coverageProblems(alerts, caused, listed) {
  const known = new Set(alerts);
  return [
    ...alerts
      .filter((name) => !caused.includes(name) && !listed.includes(name))
      .map((name) => `${name} is neither caused by a case nor listed in NOT_CAUSED`),
    ...listed.filter((name) => caused.includes(name)).map((name) => `${name} is caused and listed`),
    ...[...caused, ...listed]
      .filter((name) => !known.has(name))
      .map((name) => `${name} is no alert of the chart`),
  ];
}
