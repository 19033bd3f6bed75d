import type { Watermark } from '@formwork/contract/enterprise/appearance.ts';
import { watermarkLines } from '@formwork/contract/enterprise/watermark-lines.ts';
import { useSkin } from '@formwork/ui/skin/skin-provider.tsx';
import { formatTime } from '@formwork/ui/format/time-format.ts';
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
  return (
    <div
      className="fw-watermark"
      aria-hidden
      style={{
        backgroundImage: watermarkPicture(lines, {
          color: text,
          strength: watermark.strength,
          distance: watermark.distance,
        }),
      }}
    />
  );
}

/** The words of a watermark for the person who looks. */
export function useWatermarkLines(watermark: Pick<Watermark, 'parts' | 'text'>): string[] {
  const me = useVisitor();
  const locale = useLocale();
  const minute = useMinute(watermark.parts.includes('time'));
  return watermarkLines(watermark, {
    enterprise: me?.space.name,
    name: me?.name,
    login: me?.login,
    phone: me?.phoneTail,
    time: formatTime(minute, locale),
  });
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
