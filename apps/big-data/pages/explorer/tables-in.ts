/** What a statement reads from, as it is written: names behind FROM, JOIN and commas, without their schema and quotes. */
export function tablesIn(sql: string): string[] {
  const plain = sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'/g, ' ');
  const found = plain.matchAll(/\b(?:from|join)\s+((?:[\w$.\u0080-\uffff]|"[^"]*"|`[^`]*`|\[[^\]]*\])+)/gi);
  const names = [...found].map(([, name]) => lastPart(name!));
  return [...new Set(names.filter((name) => name !== ''))];
}

function lastPart(name: string): string {
  const parts = name.match(/"[^"]*"|`[^`]*`|\[[^\]]*\]|[^.]+/g) ?? [];
  return (parts.at(-1) ?? '').replace(/^["`[]|["`\]]$/g, '');
}
