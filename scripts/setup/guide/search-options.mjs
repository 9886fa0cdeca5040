/** Of the index, and of the search in it: the two have to be the same. */
export const SEARCH_OPTIONS = {
  // Of a name its parts as well: a search for a part finds it, and one for the name finds little else.
  tokenize: (text) =>
    text
      .split(/[^\p{L}\p{N}_]+/u)
      .flatMap((word) => (word.includes('_') ? [word, ...word.split('_')] : [word]))
      .filter((word) => word !== ''),
  fields: ['title', 'page', 'text'],
  storeFields: ['title', 'page'],
  searchOptions: { boost: { title: 4, page: 2 }, prefix: true, combineWith: 'AND', fuzzy: 0.1 },
};
