/** Beside the styles of Swagger UI, whose dark form `html.dark-mode` switches on. */
export const PAGE_STYLES = `
  :root { color-scheme: light; }
  body { margin: 0; }
  html.dark-mode { color-scheme: dark; }
  html.dark-mode body { background: #1c2022; }
  nav { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; padding: .75rem 1.25rem; font: 15px system-ui, sans-serif; background: #14202e; color: #fff; }
  nav a { color: #9cc7f5; }
  .swagger-ui .opblock .opblock-summary-method { min-width: 6.5rem; }
  .swagger-ui .folded button { width: 100%; padding: 0; border: 0; background: none; color: inherit; font: inherit; text-align: left; cursor: pointer; }
  .swagger-ui .folded td { padding-top: 6px; }
  .swagger-ui .nothing { padding: 1rem 0; }
`;
