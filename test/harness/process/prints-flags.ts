/** A module for `--import` that prints the flags of V8 that the program sets. */
export const PRINTS_FLAGS = `data:text/javascript,${encodeURIComponent(`
  import v8 from 'node:v8';
  const set = v8.setFlagsFromString;
  v8.setFlagsFromString = (flags) => {
    console.log('V8 flags: ' + flags);
    set(flags);
  };
`)}`;
