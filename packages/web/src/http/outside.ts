/** Addresses that people write or their expressions work out: neither is to be trusted. */

/** A page of the product (`/...`) or one of another place by https; never a script. */
export function openableAddress(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (/^\/(?![/\\])[^\s\\]*$/.test(text)) return text;
  return httpsAddress(text)?.href;
}

/** A page that may stand in a frame: https, and not our own, which would have the run of what surrounds it. */
export function embeddableAddress(value: unknown, ownOrigin = location.origin): string | undefined {
  const url = typeof value === 'string' ? httpsAddress(value.trim()) : undefined;
  return url && url.origin !== ownOrigin ? url.href : undefined;
}

function httpsAddress(text: string): URL | undefined {
  const url = /^https:\/\/[^\s\\]+$/i.test(text) ? URL.parse(text) : null;
  return url && url.protocol === 'https:' && url.username === '' && url.password === '' ? url : undefined;
}
