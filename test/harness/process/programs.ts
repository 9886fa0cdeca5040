import path from 'node:path';

export type App = 'gateway' | 'devchain' | 'history';

/** The folder of the program of an app, with all files that it reads. */
export const folderOf = (app: App): string => path.resolve(__dirname, '../../../dist', app);

/** The program of an app, as `npm start` runs it. */
export const mainOf = (app: App): string => path.join(folderOf(app), 'main.js');
