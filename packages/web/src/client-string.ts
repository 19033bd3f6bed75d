const name = 'client_string';
const oneDay = 86_400;

/** Marks this browser for a day, as the specification asks: visits are counted by it, nobody is known by it. */
export function setClientString(target: { cookie: string } = document): string {
  const known = new RegExp(`(?:^|; )${name}=([^;]+)`).exec(target.cookie)?.[1];
  const value =
    known ?? [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  target.cookie = `${name}=${value}; path=/; max-age=${oneDay}; SameSite=Lax`;
  return value;
}
