import { kept } from '@formwork/ui/kept.ts';

const name = 'logo';
/** The store of a browser is small, and the page does not wait for it. */
const mostBytes = 150_000;

/** The logo of the enterprise in which somebody last worked on this device; visitors are told of no other. */
export function knownLogo(): string | undefined {
  const known = kept.read(name);
  return known?.startsWith('data:image/') ? known : undefined;
}

/** Keeps the logo for who signs in next on this device; without one what was kept goes. */
export async function keepLogo(address: string | undefined): Promise<void> {
  if (address === undefined) return kept.remove(name);
  const answer = await fetch(address).catch(() => undefined);
  if (!answer?.ok) return;
  const picture = await answer.blob();
  if (picture.size <= mostBytes && picture.type.startsWith('image/')) kept.write(name, await dataOf(picture));
}

function dataOf(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error('unreadable'));
    reader.readAsDataURL(picture);
  });
}
