const breaks = /<[bh]r[^>]*>|<\/(?:p|h[1-6]|li|t[dhr]|pre|blockquote)>/g;

/** What people read of formatted text as the server stores it. The same steps stand in SQL, see `plainSql`. */
export function plainTextOf(html: string): string {
  return html
    .replace(breaks, ' ')
    .replace(/<[^>]*>/g, '')
    .replaceAll('\u00a0', ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/[ \t\r\n\f\v]+/g, ' ')
    .replace(/^ | $/g, '');
}

/** Files shown inside formatted text: pictures name theirs instead of an address. */
export function filesInHtml(html: string): string[] {
  return [...html.matchAll(/<img[^>]* data-file="([0-9a-f-]{36})"/g)].map((match) => match[1] ?? '');
}

/** The same of what a browser sent and nobody has cleaned yet: rather one too many. */
export function namedInHtml(html: string): string[] {
  return [...html.matchAll(/data-file\s*=\s*["']?([0-9a-f-]{36})/gi)]
    .map((match) => match[1] ?? '')
    .filter((id) => uuid.test(id));
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Cut after so many characters that people read; elements that are open there are closed. Only for text as the server stores it. */
export function truncatedHtml(html: string, max: number): string {
  const open: string[] = [];
  let left = max;
  let kept = '';
  for (const [token] of html.matchAll(/<[^>]*>|&[a-z]+;|[^<&]|&/gu)) {
    if (!token.startsWith('<')) {
      if (left === 0) break;
      left -= 1;
    } else if (token.startsWith('</')) open.pop();
    else if (!/^<(?:br|hr|img|col)\b/.test(token)) open.push(/^<([a-z0-9]+)/.exec(token)?.[1] ?? '');
    kept += token;
  }
  return (
    kept +
    open
      .reverse()
      .map((name) => `</${name}>`)
      .join('')
  );
}
