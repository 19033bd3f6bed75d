/**
 * Numbers by which the index finds entries: of pieces of words, and of the ways by which people reach a record. Different ones may
 * meet in a number, so they only narrow down: what is found is compared itself.
 */
export function keyOf(text: string, from = 0, to = text.length): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  // short texts differ in few bits, which are spread over all
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** Behind a sign that no word has. */
export const scopeKey = {
  form: (formId: string) => keyOf(`\0f:${formId}`),
  owner: (formId: string, id: string) => keyOf(`\0o:${formId}:${id}`),
  department: (formId: string, id: string) => keyOf(`\0d:${formId}:${id}`),
};
