// The search of the guide, in the browser. Its index is loaded when the box is first used. Keys: `/` leads to the box,
// arrows choose, Enter opens, Escape closes.
import MiniSearch from 'minisearch';
import { SEARCH_OPTIONS } from './search-options.mjs';

const MOST_FOUND = 12;
const box = document.querySelector('#search');
const list = document.querySelector('#found');
const status = document.querySelector('search [role=status]');
const { root } = document.querySelector('search').dataset;

let loading;
const index = () => {
  loading ??= fetch(`${root}search-index.json`).then(async (answer) => {
    if (!answer.ok) throw new Error(`the index is not there (status ${answer.status})`);
    return MiniSearch.loadJSON(await answer.text(), SEARCH_OPTIONS);
  });
  return loading;
};

const options = () => [...list.children];
const chosen = () => options().findIndex((each) => each.ariaSelected === 'true');

function choose(at) {
  for (const [place, each] of options().entries()) each.ariaSelected = String(place === at);
  const option = options()[at];
  option?.scrollIntoView({ block: 'nearest' });
  if (option === undefined) box.removeAttribute('aria-activedescendant');
  else box.setAttribute('aria-activedescendant', option.id);
}

function close() {
  list.hidden = true;
  box.ariaExpanded = 'false';
  status.textContent = '';
}

function optionFor({ id, title, page }, place) {
  const option = document.createElement('li');
  option.id = `found-${place}`;
  option.role = 'option';
  const link = document.createElement('a');
  link.href = root + id;
  link.tabIndex = -1;
  const of = document.createElement('small');
  link.append(title, of);
  of.textContent = page === title ? '' : page;
  option.append(link);
  return option;
}

async function show() {
  const wanted = box.value.trim();
  if (wanted === '') return close();
  let found;
  try {
    found = (await index()).search(wanted).slice(0, MOST_FOUND);
  } catch (error) {
    loading = undefined;
    status.textContent = `The search cannot be used: ${error.message}`;
    return undefined;
  }
  if (wanted !== box.value.trim()) return undefined;
  list.replaceChildren(...found.map(optionFor));
  list.hidden = found.length === 0;
  box.ariaExpanded = String(found.length > 0);
  status.textContent = found.length === 0 ? `Nothing has "${wanted}"` : '';
  choose(found.length === 0 ? -1 : 0);
  return undefined;
}

const KEYS = {
  ArrowDown: () => choose(Math.min(chosen() + 1, options().length - 1)),
  ArrowUp: () => choose(Math.max(chosen() - 1, 0)),
  Enter: () => options()[chosen()]?.querySelector('a').click(),
  Escape: close,
};

box.disabled = false;
box.addEventListener('input', show);
box.addEventListener('focus', show);
box.addEventListener('keydown', (event) => {
  if (list.hidden || KEYS[event.key] === undefined) return;
  event.preventDefault();
  KEYS[event.key]();
});
document.addEventListener('keydown', (event) => {
  const isTyping = event.target.closest('input, textarea, [contenteditable]') !== null;
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  box.focus();
});
document.addEventListener('click', (event) => {
  if (event.target.closest('search') === null) close();
});

// A page is long: the navigation is open where there is room for it.
const isWide = matchMedia('(min-width: 60rem)');
const menu = document.querySelector('.menu');
const openWhereWide = () => {
  menu.open = isWide.matches;
};
openWhereWide();
isWide.addEventListener('change', openWhereWide);
