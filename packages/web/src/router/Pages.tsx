import { Activity, memo, useLayoutEffect, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { PageContext, useRouter } from './page-context.ts';
import type { PageInstance, RouterState } from './router.ts';

export function useRouterState(): RouterState {
  const router = useRouter();
  return useSyncExternalStore(router.subscribe, router.state);
}

/**
 * The living pages, the active one visible. They are drawn into an element of their own which moves from frame to frame, so
 * that a change of layout does not end them.
 */
export function Pages({
  frame,
  draw,
}: {
  frame: (content: ReactNode) => ReactNode;
  draw: (page: PageInstance) => ReactNode;
}) {
  const { pages, active } = useRouterState();
  const [host] = useState(makeHost);
  useKeptScroll(host, active);
  // in the order of their making: moving an element would reload frames and media inside it
  const steady = [...pages].sort((a, b) => (a.key < b.key ? -1 : 1));
  return (
    <>
      {frame(<Slot host={host} />)}
      {createPortal(
        steady.map((page) => (
          <Activity key={page.key} mode={page.key === active ? 'visible' : 'hidden'}>
            <LivePage page={page} draw={draw} />
          </Activity>
        )),
        host,
      )}
    </>
  );
}

const LivePage = memo(function LivePage({
  page,
  draw,
}: {
  page: PageInstance;
  draw: (page: PageInstance) => ReactNode;
}) {
  return <PageContext value={page}>{draw(page)}</PageContext>;
});

function Slot({ host }: { host: HTMLElement }) {
  const slot = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    slot.current?.append(host);
  }, [host]);
  return <div ref={slot} className="fw-slot" />;
}

function makeHost(): HTMLElement {
  const host = document.createElement('div');
  host.className = 'fw-slot';
  return host;
}

/** All pages share the frame's scroller: each finds its own place again. */
function useKeptScroll(host: HTMLElement, active: string | undefined): void {
  const places = useRef(new Map<string, number>());
  useLayoutEffect(() => {
    const scroller = host.closest('.fw-content');
    if (!scroller || active === undefined) return;
    scroller.scrollTop = places.current.get(active) ?? 0;
    const scrolled = () => places.current.set(active, scroller.scrollTop);
    scroller.addEventListener('scroll', scrolled, { passive: true });
    return () => scroller.removeEventListener('scroll', scrolled);
  }, [host, active]);
}
