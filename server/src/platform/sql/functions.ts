/** Columns of functions that answer rows; of those that are not here nobody knows them. */
const columns: Readonly<Record<string, readonly string[] | 'own'>> = {
  generate_series: 'own',
  generate_subscripts: 'own',
  unnest: 'own',
  json_array_elements: ['value'],
  jsonb_array_elements: ['value'],
  json_array_elements_text: ['value'],
  jsonb_array_elements_text: ['value'],
  json_each: ['key', 'value'],
  jsonb_each: ['key', 'value'],
  json_each_text: ['key', 'value'],
  jsonb_each_text: ['key', 'value'],
  json_object_keys: 'own',
  jsonb_object_keys: 'own',
  regexp_split_to_table: 'own',
  regexp_matches: 'own',
  string_to_table: 'own',
  jsonb_path_query: 'own',
};

/** `own`: one column, called as the function, or as it is called in FROM. */
export function columnsOfFunction(name: string, alias: string | undefined): string[] | undefined {
  const found = Object.hasOwn(columns, name) ? columns[name]! : undefined;
  if (found === undefined) return undefined;
  return found === 'own' ? [alias ?? name] : [...found];
}

/** Answers without a value of any column. */
export const withoutValue = new Set([
  'row_number',
  'rank',
  'dense_rank',
  'percent_rank',
  'cume_dist',
  'ntile',
  'now',
  'random',
  'gen_random_uuid',
]);
