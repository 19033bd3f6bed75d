import { useEffect, useRef, useState } from 'react';
import type { SandboxDocument } from './sandbox-document.ts';

/** Shows a drawn document where it can do nothing: in a frame of no origin, without scripts, forms and ways out. */
export function SandboxFrame({ title, shown }: { title: string; shown: SandboxDocument }) {
  const room = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const watched = new ResizeObserver(([entry]) => setWidth(entry!.contentRect.width));
    watched.observe(room.current!);
    return () => watched.disconnect();
  }, []);
  // pages and slides have a width of their own: on a phone they are made as small as it takes to see the whole of it
  const scale = width > 0 ? Math.min(1, width / shown.width) : 1;
  return (
    <div ref={room} className="preview-sandbox">
      <iframe
        sandbox=""
        title={title}
        srcDoc={shown.html}
        style={{ width: `${100 / scale}%`, height: `${100 / scale}%`, transform: `scale(${scale})` }}
      />
    </div>
  );
}
