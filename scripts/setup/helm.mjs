// The real Helm for the specs of the chart and for a release.
import { goTool } from './go-tool.mjs';

const helm = goTool({
  name: 'helm',
  title: 'Helm',
  module: 'helm.sh/helm/v3/cmd/helm',
  version: 'v3.18.4',
  purpose: 'The chart needs',
});

/** Whether Helm is there or can be compiled. */
export const canInstallHelm = helm.canInstall;

/** Resolves when the variable HELM names the program. Without Go it ends the script. */
export async function ensureHelm() {
  process.env.HELM = await helm.ensure();
}
