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
    const clean = DOMPurify.sanitize(drawn, {
      RETURN_DOM_FRAGMENT: true,
      ALLOWED_URI_REGEXP: ownAddresses,
      FORBID_TAGS: ['form', 'input', 'button', 'iframe', 'object', 'embed', 'link', 'meta', 'style', 'base'],
    });
    inside.body.replaceChildren(inside.adoptNode(clean));
    fitWidth(inside);
  }, [drawn, css]);
  useEffect(fill, [fill]);
  useEffect(() => {
    const watched = new ResizeObserver(() => {
      if (frame.current?.contentDocument?.body) fitWidth(frame.current.contentDocument);
    });
    watched.observe(frame.current!);
    return () => watched.disconnect();
  }, []);
  return (
    <iframe
      ref={frame}
      className="preview-sandbox"
      sandbox="allow-same-origin"
      title={title}
      srcDoc="<!doctype html><html><body></body></html>"
      onLoad={fill}
    />
  );
}

/** Pages and slides have a width of their own: on a phone they are made as small as it takes to see the whole of it. */
function fitWidth({ body, documentElement }: Document): void {
  body.style.zoom = '1';
  const { scrollWidth, clientWidth } = documentElement;
  if (clientWidth > 0 && scrollWidth > clientWidth) body.style.zoom = String(clientWidth / scrollWidth);
}
