import { useEffect, useRef } from 'react';
import { matchesCombo } from './key-combo.ts';

export type KeyMap = Record<string, (event: KeyboardEvent) => void>;

/** Shortcuts of a page. Plain keys stay with fields one types in; combos with `mod` work there too unless the browser needs them. */
export function useKeys(keys: KeyMap, enabled = true) {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    if (!enabled) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      for (const [combo, run] of Object.entries(latest.current)) {
        if (!matchesCombo(event, combo)) continue;
        if (isTyping(event.target) && !(combo.startsWith('mod+') && !editing.has(combo))) return;
        event.preventDefault();
        run(event);
        return;
      }
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [enabled]);
}

const editing = new Set(['mod+a', 'mod+c', 'mod+x', 'mod+v', 'mod+z', 'mod+y', 'mod+shift+z']);

export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select'))
  );
}
