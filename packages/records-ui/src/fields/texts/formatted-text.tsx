import DOMPurify from 'dompurify';
import { useLayoutEffect, useRef } from 'react';
import { pictureAddress } from '@formwork/web/http/picture-address.ts';
import './rich-text.css';

/** Formatted text as it is read. The server has cleaned it; it is cleaned again here, whatever stands in the database. */
export default function FormattedText({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null);
  // before the frame is drawn: the text never blinks
  useLayoutEffect(() => {
    const clean = DOMPurify.sanitize(html, {
      RETURN_DOM_FRAGMENT: true,
      USE_PROFILES: { html: true },
      FORBID_TAGS: ['style', 'form', 'input', 'button', 'iframe'],
      FORBID_ATTR: ['style', 'class', 'id', 'src', 'srcset'],
    });
    for (const picture of clean.querySelectorAll('img')) {
      if (picture.dataset.file) picture.src = pictureAddress(picture.dataset.file);
      else picture.remove();
    }
    for (const link of clean.querySelectorAll('a'))
      Object.assign(link, { target: '_blank', rel: 'noopener noreferrer nofollow' });
    place.current?.replaceChildren(clean);
  }, [html]);
  return <div ref={place} className="fw-rich-text" />;
}
