/** The entry with the files of its build at another address; what these ask for follows, as they name each other by where they lie. */
export function filesFrom(address: string | undefined, html: string): string {
  if (address === undefined) return html;
  const there = address.replace(/\/+$/, '');
  return html.replaceAll(/(?<=\s(?:src|href)=")(?=\/assets\/)/g, () => there);
}
