/** The same file of the build at the page's own host: browsers start no worker from another one, wherever the files come from. */
export function onOwnHost(file: string): string {
  const { pathname } = new URL(file, location.href);
  return new URL(pathname.slice(pathname.lastIndexOf('/assets/')), location.origin).href;
}
