/** Words with which a statement does something other than answer rows, or asks elsewhere. */
const doing = new Set(
  `add alter backup begin bulk checkpoint close commit create dbcc deallocate declare delete deny disable drop enable exec execute fetch
  go goto grant if insert into kill merge open openquery openrowset opendatasource openxml print raiserror readtext receive reconfigure
  restore return revert revoke rollback save send set setuser shutdown throw truncate update updatetext use waitfor while writetext`.split(
    /\s+/,
  ),
);

/**
 * What is wrong with a statement that should only read; undefined where nothing is. SQL Server has no transaction that only reads, and
 * parts statements by nothing at all: so it begins with SELECT or WITH and has none of these words outside of names in brackets, texts
 * and comments. It is run in a transaction that is taken back, besides.
 */
export function notReading(sql: string): string | undefined {
  const plain = withoutTexts(sql);
  if (plain === undefined) return 'a text, a name or a comment is not closed';
  const words = (plain.toLowerCase().match(/[\p{L}\p{N}_@#$.]+/gu) ?? []).flatMap(wordsOf);
  if (words[0] !== 'select' && words[0] !== 'with') return 'one SELECT is run, and nothing else';
  const found = words.find((word, at) => doing.has(word) && !isPaging(words.slice(at, at + 3)));
  if (found !== undefined)
    return `one SELECT is run: ${found.toUpperCase()} stands for something else; a name goes in brackets`;
  if (/next\s+value\s+for\b/i.test(plain)) return 'one SELECT is run: NEXT VALUE FOR changes a sequence';
  return plain.replace(/;\s*$/, '').includes(';') ? 'one statement is run, not several' : undefined;
}

/** A number needs no space behind it: `$1exec`, `1.e5drop` and `0x1into` are two words each, of which the second counts. */
function wordsOf(run: string): string[] {
  let number = false;
  return run.split('.').flatMap((part) => {
    number ||= /^[\p{N}$]/u.test(part);
    if (!number) return part === '' ? [] : [part];
    return /^0x[\da-f]*$/.test(part) ? [] : [...doing].filter((word) => part.endsWith(word));
  });
}

/** `offset 10 rows fetch next 5 rows only`, which is no row of a cursor. */
const isPaging = ([word, which = '', from]: string[]): boolean =>
  word === 'fetch' && (which === 'next' || which === 'first') && from !== 'from';

function withoutTexts(sql: string): string | undefined {
  let plain = '';
  for (let at = 0; at < sql.length;) {
    const end = endOf(sql, at);
    if (end === -1) return undefined;
    if (end === undefined) plain += sql[at++]!;
    else {
      plain += ' x '.slice(0, sql.startsWith('--', at) || sql.startsWith('/*', at) ? 1 : 3);
      at = end;
    }
  }
  return plain;
}

/** Where what begins here ends: a text, a quoted name, a comment. -1: it does not. */
function endOf(sql: string, at: number): number | undefined {
  if (sql.startsWith('--', at)) return endOfLine(sql, at);
  if (sql.startsWith('/*', at)) return endOfComment(sql, at);
  const sign = { "'": "'", '"': '"', '[': ']' }[sql[at]!];
  if (sign === undefined) return undefined;
  for (let end = sql.indexOf(sign, at + 1); end !== -1; end = sql.indexOf(sign, end + 2))
    if (sql[end + 1] !== sign) return end + 1;
  return -1;
}

/** Whether a carriage return by itself ends a comment is nowhere said: there is none in what is run. */
function endOfLine(sql: string, from: number): number {
  const end = /[\r\n]|$/.exec(sql.slice(from))!.index + from;
  return sql[end] === '\r' && sql[end + 1] !== '\n' ? -1 : end;
}

/** Comments may lie within comments. */
function endOfComment(sql: string, from: number): number {
  let depth = 0;
  for (let at = from; at < sql.length; at += 1) {
    if (sql.startsWith('/*', at)) depth += 1;
    else if (sql.startsWith('*/', at)) depth -= 1;
    else continue;
    at += 1;
    if (depth === 0) return at + 1;
  }
  return -1;
}
