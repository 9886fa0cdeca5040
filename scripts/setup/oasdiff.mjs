// oasdiff (Apache-2.0) compares two API documents: of the tools that know OpenAPI 3.1 it is the one that is kept and has
// a rule for each kind of change. It is a Go module, as Helm is.
import { goTool } from './go-tool.mjs';

const oasdiff = goTool({
  name: 'oasdiff',
  title: 'oasdiff',
  module: 'github.com/oasdiff/oasdiff',
  version: 'v1.37.0',
  purpose: 'The comparison of API documents needs',
});

/** Whether oasdiff is there or can be compiled. */
export const canInstallOasdiff = oasdiff.canInstall;

/** Resolves to the path of the program. Without Go it ends the script. */
export const ensureOasdiff = oasdiff.ensure;
