// Loaded before the gateway: prints, at its end, how many files of OpenTelemetry and of our tracing it has loaded.
// prom-client loads its interface (`@opentelemetry/api`), which does nothing by itself.
process.on('exit', () => {
  const files = Object.keys(require.cache).filter((file) => /@opentelemetry.(?!api)|libs.tracing/.test(file));
  process.stderr.write(`tracing files: ${files.length}\n`);
});
