/**
 * A statement with values in the place of `:name`, each a whole word of its grammar: what stands in texts, quoted names and comments is left
 * alone, and so is a name that `valueOf` does not know. Reading by COPY and by cursor takes no parameters of the protocol's own.
 */
export function withNamedValues(sql: string, escapes: boolean, valueOf: (name: string) => string | undefined): string {
  let made = '';
  for (let at = 0; at < sql.length;) {
    const rest = sql.slice(at);
    const passed = skipped(rest, escapes);
    if (passed !== undefined) {
      made += passed;
      at += passed.length;
      continue;
    }
    const [whole, name] = /^:([\p{L}_][\p{L}\p{N}_]*)/u.exec(rest) ?? [];
    if (whole === undefined || name === undefined) {
      made += rest[0]!;
      at += 1;
      continue;
    }
    made += valueOf(name) ?? whole;
    at += whole.length;
  }
  return made;
}

/** A text, a quoted name, a comment, a cast: whatever stands at the beginning and is no parameter. */
function skipped(rest: string, escapes: boolean): string | undefined {
  if (rest.startsWith('::')) return '::';
  if (rest.startsWith('--')) return /^--[^\n]*/.exec(rest)![0];
  if (escapes && rest.startsWith('#')) return /^#[^\n]*/.exec(rest)![0];
  if (rest.startsWith('/*')) return commentOf(rest, !escapes);
  // of PostgreSQL, with backslashes that mean something
  if (/^e'/i.test(rest)) return rest[0]! + quotedPart(rest.slice(1), "'", true);
  const sign = rest[0];
  if (sign === "'" || sign === '"' || sign === '`') return quotedPart(rest, sign, escapes);
  const dollar = /^\$([a-z_]\w*)?\$/i.exec(rest)?.[0];
  if (dollar !== undefined) {
    const end = rest.indexOf(dollar, dollar.length);
    return end === -1 ? rest : rest.slice(0, end + dollar.length);
  }
  // a colon right behind a word or a number begins no parameter: `a[1:n]`, `a::date`
  return /^[\p{L}\p{N}_\]]+:{0,2}/u.exec(rest)?.[0];
}

/** Most dialects let one stand within another. */
function commentOf(rest: string, nested: boolean): string {
  const signs = /\/\*|\*\//g;
  for (let depth = 0, found = signs.exec(rest); found; found = signs.exec(rest)) {
    depth = found[0] === '*/' ? depth - 1 : nested ? depth + 1 : 1;
    if (depth === 0) return rest.slice(0, signs.lastIndex);
  }
  return rest;
}

function quotedPart(rest: string, sign: string, escapes: boolean): string {
  for (let at = 1; at < rest.length; at += 1) {
    if (escapes && rest[at] === '\\') at += 1;
    else if (rest[at] === sign) {
      if (rest[at + 1] !== sign) return rest.slice(0, at + 1);
      at += 1;
    }
  }
  return rest;
}
