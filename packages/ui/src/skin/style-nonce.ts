/**
 * Import this first. The content-security policy lets a style element in only with the page's nonce; most of antd sets it, but one
 * scrollbar style and some libraries do not, so every style element made from now on gets it. Vite writes the meta tag.
 */
export const styleNonce: string = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

if (styleNonce) {
  const createElement = Document.prototype.createElement;
  Document.prototype.createElement = function (this: Document, name: string, options?: ElementCreationOptions) {
    const element = createElement.call(this, name, options);
    if (element instanceof HTMLStyleElement) element.nonce = styleNonce;
    return element;
  };
}
