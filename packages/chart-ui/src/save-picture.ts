/** Hands a picture to the browser as a file. */
export function savePicture(picture: string | undefined, name: string): void {
  if (picture === undefined) return;
  const link = document.createElement('a');
  link.href = picture;
  link.download = `${name.replace(/[\\/:*?"<>|]/g, ' ').trim()}.png`;
  link.click();
}
