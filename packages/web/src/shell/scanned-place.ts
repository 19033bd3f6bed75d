import { hasSpecialCharacters } from '@formwork/contract/records/choosable.ts';
import { matchRoute } from '@formwork/contract/matcher.ts';

export type ScannedPlace = { kind: 'page'; path: string } | { kind: 'foreign' } | { kind: 'text'; search: string };

/** Where a scanned code leads: to a page of the product, out of it, or nowhere: then it is a text to be searched for. */
export function scannedPlace(text: string, origin: string): ScannedPlace {
  if (/^https?:\/\//i.test(text)) {
    const url = URL.parse(text);
    // what is printed once stays: the address of the server may have another name by now
    if (url && (url.origin === origin || matchRoute(url.pathname)?.route.id === 'recordDetail'))
      return { kind: 'page', path: url.pathname + url.search };
    return { kind: 'foreign' };
  }
  return {
    kind: 'text',
    search: [...text]
      .map((sign) => (hasSpecialCharacters(sign) ? ' ' : sign))
      .join('')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 100),
  };
}
