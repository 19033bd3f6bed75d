import DOMPurify from 'dompurify';
import { useCallback, useEffect, useRef } from 'react';

export interface SandboxFrameProps {
  title: string;
  /** What a document library drew. */
  drawn: HTMLElement;
  /** The styles it made, as text. */
  css: string;
}

/** Pictures out of the document itself; nothing from elsewhere. */
const ownAddresses = /^(?:data:image\/|data:font\/|blob:|#)/i;

/**
 * Shows a drawn document where it can do nothing: cleaned, in a frame without scripts, forms and ways out. The frame keeps
 * our origin only so that we can put the document in; nothing in it may run.
 */
export function SandboxFrame({ title, drawn, css }: SandboxFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const fill = useCallback(() => {
    const inside = frame.current?.contentDocument;
    const view = frame.current?.contentWindow as (Window & { CSSStyleSheet: typeof CSSStyleSheet }) | null | undefined;
    if (!inside?.body || !view) return;
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(css);
    inside.adoptedStyleSheets = [sheet];
    const clean = DOMPurify.sanitize(drawn, { RETURN_DOM_FRAGMENT: true, ALLOWED_URI_REGEXP: ownAddresses, FORBID_TAGS: ['form', 'input', 'button', 'iframe', 'object', 'embed', 'link', 'meta', 'style', 'base'] });
    inside.body.replaceChildren(inside.adoptNode(clean));
  }, [drawn, css]);
  useEffect(fill, [fill]);
  return <iframe ref={frame} className="preview-sandbox" sandbox="allow-same-origin" title={title} srcDoc="<!doctype html><html><body></body></html>" onLoad={fill} />;
}
