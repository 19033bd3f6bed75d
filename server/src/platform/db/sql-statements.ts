/**
 * The statements of a text of SQL, one by one: what is between semicolons that stand in no quotes, comment or dollar-quoted body.
 * A distributed PostgreSQL hands texts on to its nodes and takes no two at once.
 */
export function statementsOf(text: string): string[] {
  const statements: string[] = [];
  let begin = 0;
  for (const [end, after] of semicolons(text)) {
    statements.push(text.slice(begin, end));
    begin = after;
  }
  statements.push(text.slice(begin));
  return statements.map((one) => one.trim()).filter(saysSomething);
}

/** Quoted texts, names, bodies and comments are skipped as wholes. */
const parts = /'(?:[^']|'')*'|"[^"]*"|(\$[A-Za-z_]*\$)[\s\S]*?\1|--[^\n]*|\/\*[\s\S]*?\*\/|;/g;

function* semicolons(text: string): Generator<[number, number]> {
  for (const match of text.matchAll(parts)) if (match[0] === ';') yield [match.index, match.index + 1];
}

const saysSomething = (statement: string): boolean =>
  statement.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, '').trim() !== '';
