const key = 'fw-login-redirect';

/** Where to after a third party has sent the browser back: the address that comes back holds only what is theirs. */
export function keepRedirect(redirect: string | undefined): void {
  if (redirect === undefined) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, redirect);
}

export function keptRedirect(): string | undefined {
  return sessionStorage.getItem(key) ?? undefined;
}
