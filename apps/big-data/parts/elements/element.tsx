import type { ScreenElement } from '@formwork/contract/analytics/screen.ts';
import { hueNames, type HueName } from '@formwork/contract/hues/hues.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import type { CSSProperties } from 'react';

export interface ElementProps<Is extends ScreenElement['is'] = ScreenElement['is']> {
  element: Extract<ScreenElement, { is: Is }>;
  /** The screen it is shown on; without it, it is being designed. */
  screen: string | undefined;
  every: number | null;
  scale: number;
  onFullScreen?: (() => void) | undefined;
}

/** A hue by its name, in the shade of the stage. */
export function hueStyle(hue: HueName | undefined): CSSProperties | undefined {
  if (hue === undefined) return undefined;
  return { '--stage-hue': `var(--fw-hue-${hueNames.indexOf(hue) + 1})` } as CSSProperties;
}

export function Missing({ code }: { code: string }) {
  const t = useT();
  return <div className="stage-none">{t(code)}</div>;
}
