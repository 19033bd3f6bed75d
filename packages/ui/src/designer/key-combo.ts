export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

/** `mod+s`, `mod+shift+z`, `delete`, `?`: mod is Ctrl, on a Mac Command. */
export function matchesCombo(press: KeyPress, combo: string): boolean {
  const parts = combo.toLowerCase().split('+');
  const key = parts.at(-1)!;
  const needs = (name: string) => parts.slice(0, -1).includes(name);
  // Shift makes "?" and capitals: it only counts where the combo names it, or with letters
  const shiftMatters = needs('shift') || key.length > 1 || /[a-z]/.test(key);
  return (
    press.key.toLowerCase() === key &&
    needs('mod') === (press.ctrlKey || press.metaKey) &&
    needs('alt') === press.altKey &&
    (!shiftMatters || needs('shift') === press.shiftKey)
  );
}
