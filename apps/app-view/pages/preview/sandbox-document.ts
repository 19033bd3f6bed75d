import { styleNonce } from '@formwork/ui/skin/style-nonce.ts';
import DOMPurify from 'dompurify';

/** A drawn document as text, for a frame that shares nothing with the page. */
export interface SandboxDocument {
  html: string;
  /** How wide it is in pixels, as nobody can look into the frame. */
  width: number;
}

/** What belongs to the document itself; nothing from elsewhere. */
const ownAddresses = /^(?:data:(?:image|font|audio|video)\/|#)/i;
/** Beside the policy that the frame takes over from the page: not even our own files are asked for. */
const policy =
  "default-src 'none'; img-src data:; font-src data:; media-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** What a document library drew and the styles it made, cleaned, with all that it shows inside it. */
export async function sandboxDocument(drawn: HTMLElement, css: string, width: number): Promise<SandboxDocument> {
  await takeIn(drawn);
  const body = DOMPurify.sanitize(drawn, {
    ALLOWED_URI_REGEXP: ownAddresses,
    FORBID_TAGS: ['form', 'input', 'button', 'iframe', 'object', 'embed', 'link', 'meta', 'style', 'base'],
  });
  // a document's own words stand in its styles, and none of them may end them
  const style = css.replaceAll('</', String.raw`<\/`);
  return {
    html: `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><style nonce="${styleNonce}">${style}</style></head><body>${body}</body></html>`,
    width,
  };
}

/** Sound and film are kept as addresses of this page, which mean nothing in the frame. */
async function takeIn(drawn: HTMLElement): Promise<void> {
  const kept = [...drawn.querySelectorAll<HTMLElement>('[src^="blob:"]')];
  await Promise.all(
    kept.map(async (element) => {
      const address = element.getAttribute('src')!;
      element.setAttribute('src', await dataAddress(address));
      URL.revokeObjectURL(address);
    }),
  );
}

async function dataAddress(address: string): Promise<string> {
  const content = await (await fetch(address)).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(reader.error!));
    reader.readAsDataURL(content);
  });
}
