/** A word for the server about the next page; kept for a year, taken back where there is none. */
export function setCookie(name: string, value: string | undefined): void {
  document.cookie = `${name}=${value ?? ''}; path=/; max-age=${value === undefined ? 0 : 31_536_000}; samesite=lax`;
}

export function cookie(name: string): string | undefined {
  return document.cookie
    .split('; ')
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}
