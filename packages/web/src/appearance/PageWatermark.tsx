import type { Watermark, WatermarkPart } from '@formwork/contract/enterprise/appearance.ts';
import { useSkin } from '@formwork/ui/skin-provider.tsx';
import { formatTime } from '@formwork/ui/time-format.ts';
import { useEffect, useState } from 'react';
import { useLocale } from '../i18n/i18n.ts';
import { useVisitor } from '../session/session.ts';
import { useAppearance } from './appearance.ts';
import { watermarkPicture } from './watermark-picture.ts';
import './watermark.css';

/** Who looks at the page, and when, over all of it: also on paper and on a photograph of the screen. */
export function PageWatermark() {
  const { watermark } = useAppearance();
  const me = useVisitor();
  return watermark.enabled && me ? <Mark watermark={watermark} /> : null;
}

function Mark({ watermark }: { watermark: Watermark }) {
  const lines = useWatermarkLines(watermark);
  const { text } = useSkin();
  return <div className="fw-watermark" aria-hidden style={{ backgroundImage: watermarkPicture(lines, { color: text, strength: watermark.strength, distance: watermark.distance }) }} />;
}

/** The words of a watermark for the person who looks. */
export function useWatermarkLines({ parts, text }: Pick<Watermark, 'parts' | 'text'>): string[] {
  const me = useVisitor();
  const locale = useLocale();
  const minute = useMinute(parts.includes('time'));
  const words = {
    enterprise: me?.space.name,
    name: me?.name,
    login: me?.login,
    time: formatTime(minute, locale),
  } satisfies Record<WatermarkPart, string | undefined>;
  const said = (names: WatermarkPart[]) => names.filter((name) => parts.includes(name)).map((name) => words[name]).filter((word) => word).join(' ');
  return [text, said(['enterprise']), said(['name', 'login']), said(['time'])].filter((line) => line !== '');
}

function useMinute(running: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, [running]);
  return now;
}
