/** Every built-in function of DMN 1.5 (formal/2024-01-01, section 10.3.4). */
export const standardNames: ReadonlySet<string> = new Set([
  'number', 'string', 'date', 'date and time', 'time', 'duration', 'years and months duration', 'range',
  'not',
  'substring', 'string length', 'upper case', 'lower case', 'substring before', 'substring after', 'replace', 'contains', 'starts with', 'ends with', 'matches', 'split', 'string join',
  'list contains', 'list replace', 'count', 'min', 'max', 'sum', 'mean', 'all', 'any', 'sublist', 'append', 'concatenate', 'insert before', 'remove', 'reverse', 'index of', 'union', 'distinct values',
  'flatten', 'product', 'median', 'stddev', 'mode', 'sort',
  'decimal', 'floor', 'ceiling', 'round up', 'round down', 'round half up', 'round half down', 'abs', 'modulo', 'sqrt', 'log', 'exp', 'odd', 'even',
  'is', 'before', 'after', 'meets', 'met by', 'overlaps', 'overlaps before', 'overlaps after', 'finishes', 'finished by', 'includes', 'during', 'starts', 'started by', 'coincides',
  'day of year', 'day of week', 'month of year', 'week of year', 'now', 'today',
  'get value', 'get entries', 'context', 'context put', 'context merge',
]);
