/**
 * Starts Swagger UI. The browser knows the public origin of the page, so requests go there. Beside Swagger UI's own
 * functions: the filter finds operations by path, id and summary, answers that are no success are folded, and the page
 * is dark where the system is.
 */
export const PAGE_SCRIPT = `const root = document.getElementById('swagger-ui');
const { base, document: documentUrl, examplePath, exampleUrl } = root.dataset;

const dark = matchMedia('(prefers-color-scheme: dark)');
const followSystem = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
followSystem();
dark.addEventListener('change', followSystem);

const spec = await (await fetch(documentUrl)).json();
spec.servers = [{ url: location.origin + base, description: 'This server' }];
if (exampleUrl && spec.paths[examplePath]) {
  const example = await fetch(exampleUrl);
  if (example.ok) {
    const value = await example.json();
    const { content } = spec.paths[examplePath].post.requestBody;
    content['application/json'].examples = { 'signed just now': { value } };
  }
}

const opsFilter = (groups, phrase) => {
  const wanted = phrase.trim().toLowerCase();
  const fits = (text) => text?.toLowerCase().includes(wanted);
  const isFound = (operation) =>
    [['path'], ['operation', 'operationId'], ['operation', 'summary']].some((place) => fits(operation.getIn(place)));
  return groups
    .map((group, name) => (fits(name) ? group : group.update('operations', (all) => all.filter(isFound))))
    .filter((group) => group.get('operations').size > 0);
};

const labelFilter = () => {
  const filter = document.querySelector('.operation-filter-input');
  filter?.setAttribute('placeholder', 'Filter by name, path or words');
  filter?.setAttribute('aria-label', 'Filter operations');
};

const findOperations = () => ({
  fn: { opsFilter },
  wrapComponents: {
    operations: (Operations, { React, specSelectors, layoutSelectors }) => (props) => {
      React.useEffect(labelFilter, []);
      const phrase = layoutSelectors.currentFilter();
      const isNothing =
        typeof phrase === 'string' && opsFilter(specSelectors.taggedOperations(), phrase).size === 0;
      return isNothing
        ? React.createElement('p', { className: 'nothing', role: 'status' }, 'No operation has this text.')
        : React.createElement(Operations, props);
    },
  },
});

const foldRefusals = () => ({
  wrapComponents: {
    response: (Response, { React }) => (props) => {
      const [isOpen, setOpen] = React.useState(props.code.startsWith('2'));
      if (isOpen) return React.createElement(Response, props);
      const open = { type: 'button', 'aria-expanded': false, onClick: () => setOpen(true) };
      const words = '\\u25b8 ' + (props.response.get('description') ?? '');
      return React.createElement(
        'tr',
        { className: 'response folded', 'data-code': props.code },
        React.createElement('td', { className: 'response-col_status' }, props.code),
        React.createElement(
          'td',
          { className: 'response-col_description', colSpan: 2 },
          React.createElement('button', open, words),
        ),
      );
    },
  },
});

// The resolver of OpenAPI 3.1 reads the whole document for each opened operation: seconds where it is large.
const resolveTheOpenedOnly = ({ fn: { resolveSubtree } }) => ({
  fn: {
    resolveSubtree: (all, path, options) => {
      const [part, url] = path;
      const needed = part === 'paths' && url ? { ...all, paths: { [url]: all.paths[url] } } : all;
      return resolveSubtree(needed, path, options);
    },
  },
});

SwaggerUIBundle({
  spec,
  domNode: root,
  deepLinking: true,
  docExpansion: 'list',
  tryItOutEnabled: true,
  displayRequestDuration: true,
  filter: true,
  defaultModelsExpandDepth: -1,
  syntaxHighlight: { theme: 'nord' },
  plugins: [findOperations, foldRefusals, resolveTheOpenedOnly],
});
`;
