import { useEffect } from 'react';

/** Which layer of the document something lies in: the page, or what a dialog, a drawer or a menu lays over it. */
function layerOf(element: Element): Element | undefined {
  let at: Element | null = element;
  while (at && at.parentElement !== document.body) at = at.parentElement;
  return at ?? undefined;
}

/** It, and what holds it and may have the focus too: a list, where the row is gone meanwhile. */
function standIns(element: Element): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let at: Element | null = element; at; at = at.parentElement)
    if (at instanceof HTMLElement && (at === element || at.tabIndex >= 0 || at.id === 'content')) found.push(at);
  return found;
}

/**
 * Whoever closes a dialog goes on where they were. antd gives the focus back where a dialog closes; ours mostly end at once, together
 * with what opened them, and then the focus would be nowhere.
 */
export function useFocusBack(): void {
  useEffect(() => {
    const before = new Map<Element, HTMLElement[]>();
    let last: Element | undefined;
    let waysToLast: HTMLElement[] = [];
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      const layer = layerOf(target);
      if (layer && last && !before.has(layer) && !layer.contains(last)) before.set(layer, waysToLast);
      last = target;
      // a question that closed with what it was asked in leads to where that was opened
      waysToLast = [...standIns(target), ...((layer && before.get(layer)) ?? [])];
    };
    const gone = new MutationObserver((changes) => {
      for (const { removedNodes } of changes)
        for (const layer of removedNodes) {
          const ways = layer instanceof Element ? before.get(layer) : undefined;
          if (!ways) continue;
          before.delete(layer as Element);
          if (document.activeElement === document.body) giveBack(ways);
        }
    });
    document.addEventListener('focusin', onFocus);
    gone.observe(document.body, { childList: true });
    return () => {
      document.removeEventListener('focusin', onFocus);
      gone.disconnect();
    };
  }, []);
}

function giveBack(ways: readonly HTMLElement[]): void {
  for (const element of ways) {
    element.focus({ preventScroll: true });
    if (document.activeElement === element) return;
  }
}
