#!/usr/bin/env node
// The command of the package: syntax of every Node, so that an old one prints this message.
var OLDEST = 20;
if (Number(process.versions.node.split('.')[0]) < OLDEST) {
  process.stderr.write(
    'chain-tool-gateway needs Node ' + OLDEST + ' or newer; this is ' + process.version + '\n',
  );
  process.exit(1);
}
import('./main.mjs').catch(function (error) {
  process.stderr.write(error.stack + '\n');
  process.exit(1);
});
