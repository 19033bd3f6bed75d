/** Has the browser fetch a file, and the page stays as it is. */
export function startDownload(address: string): void {
  const link = Object.assign(document.createElement('a'), { href: address, download: '' });
  link.click();
}
