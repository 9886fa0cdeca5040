import { requestJson } from './request';
import { formsOf, type ToolForm, type ToolsDocument } from './tool-forms';

let loaded: Promise<readonly ToolForm[]> | undefined;

/** The forms of all tools, read once; a failure is not kept. @throws ToolError */
export function loadTools(): Promise<readonly ToolForm[]> {
  loaded ??= requestJson<ToolsDocument>('/docs/tools.json')
    .then(formsOf)
    .catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
  return loaded;
}
