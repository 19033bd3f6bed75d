/** Where the operator's ClickHouse answers, and as whom. */
export interface ClickhouseAddress {
  url: URL;
  authorization: string | undefined;
}

/** `http(s)://user:password@host:port/`; the password stands nowhere but in the header. */
export function addressOf(text: string): ClickhouseAddress {
  const url = new URL(text);
  const { username, password } = url;
  Object.assign(url, { username: '', password: '', pathname: '/', search: '' });
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { url, authorization: username === '' ? undefined : `Basic ${Buffer.from(login).toString('base64')}` };
}

/** Fewer rows than these are not worth the way: `?rows=` says how many. */
export function fewestRowsOf(address: string): number {
  const rows = new URL(address).searchParams.get('rows') ?? '';
  return /^\d+$/.test(rows) ? Number(rows) : usualRows;
}

const usualRows = 100_000;
