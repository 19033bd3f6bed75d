const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Text of XML as people wrote it; signs that XML cannot hold are written `_x000D_` by spreadsheet programs. */
export function unescaped(given: string): string {
  // some programs write texts as they are, between marks
  const xml = given.includes('<![CDATA[')
    ? given.replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, literal: string) => literal.replaceAll('&', '&amp;'))
    : given;
  const text = xml.includes('&')
    ? xml.replace(/&(#x[0-9a-f]+|#\d+|[a-z]+);/gi, (all, name: string) =>
        name.startsWith('#') ? codePoint(name) : (named[name] ?? all),
      )
    : xml;
  return text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
}

function codePoint(name: string): string {
  const point = name[1] === 'x' || name[1] === 'X' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return point <= 0x10ffff ? String.fromCodePoint(point) : '';
}

/** The attribute of a tag, written with either kind of quotes. */
export function attribute(tag: string, name: string): string | undefined {
  const match = new RegExp(`(?:^|\\s)(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag);
  const value = match?.[1] ?? match?.[2];
  return value === undefined ? undefined : unescaped(value);
}

/** All tags of a name in a small part, whatever prefix its writer gave them. */
export function tagsOf(xml: string, name: string): string[] {
  return xml.match(new RegExp(`<(?:\\w+:)?${name}(?:\\s[^>]*)?>`, 'g')) ?? [];
}

/** What stands between all `t` tags, without the readings above Chinese and Japanese characters. */
export function textRuns(xml: string): string {
  const plain = xml.includes('<rPh') ? xml.replace(/<rPh[\s>][\s\S]*?<\/rPh>/g, '') : xml;
  let text = '';
  for (let at = plain.indexOf('<t'); at >= 0; at = plain.indexOf('<t', at + 2)) {
    const next = plain.charCodeAt(at + 2);
    // `<t>` or `<t xml:space...>`, not `<tag>`
    if (next !== 62 && next !== 32) continue;
    const open = plain.indexOf('>', at);
    if (plain.charCodeAt(open - 1) === 47) continue;
    const close = plain.indexOf('</t>', open);
    if (open < 0 || close < 0) break;
    text += plain.slice(open + 1, close);
  }
  return unescaped(text);
}

/**
 * Elements of one name from a large part, one string each, those without content as their tag alone. `xml` comes in any
 * pieces; prefixes of names are taken off. An element longer than `most` ends the reading.
 */
export async function* elementsOf(chunks: AsyncIterable<Buffer>, name: string, most: number): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let rest = '';
  let prefix: string | undefined;
  let open = `<${name}`;
  let close = `</${name}>`;
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true });
    if (prefix === undefined) {
      const root = /<(?![?!])(?:([\w.-]+):)?[\w.-]+[\s>]/.exec(rest);
      if (!root) continue;
      prefix = root[1] ? `${root[1]}:` : '';
      open = `<${prefix}${name}`;
      close = `</${prefix}${name}>`;
    }
    const found: string[] = [];
    let at = 0;
    for (;;) {
      const start = rest.indexOf(open, at);
      if (start < 0) {
        // a tag may be cut in two
        at = Math.max(at, rest.length - open.length - 1);
        break;
      }
      const next = rest.charCodeAt(start + open.length);
      if (next !== 62 && next !== 32 && next !== 47 && next !== 10 && next !== 13 && next !== 9) {
        if (Number.isNaN(next)) {
          at = start;
          break;
        }
        at = start + open.length;
        continue;
      }
      const tagEnd = rest.indexOf('>', start);
      if (tagEnd < 0) {
        at = start;
        break;
      }
      const whole = rest.charCodeAt(tagEnd - 1) === 47 ? tagEnd + 1 : rest.indexOf(close, tagEnd);
      if (whole < 0) {
        at = start;
        break;
      }
      const element = rest.slice(start, whole);
      found.push(prefix ? element.replaceAll(`<${prefix}`, '<').replaceAll(`</${prefix}`, '</') : element);
      at = rest.charCodeAt(tagEnd - 1) === 47 ? whole : whole + close.length;
    }
    rest = rest.slice(at);
    if (rest.length > most) throw new Error('an element without end');
    if (found.length > 0) yield found;
  }
}
