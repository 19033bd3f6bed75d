import { textIn } from '@formwork/contract/text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { use, useEffect, useRef, useState } from 'react';
import { ElementVideo, Missing, type ElementProps } from './element.tsx';

/** A film as the browser plays it by itself; where it cannot, that is said. */
export function VideoElement({ element }: ElementProps<'video'>) {
  const locale = useLocale();
  const t = useT();
  const addressOf = use(ElementVideo);
  const { from, poster, muted = true, loop = true } = element;
  const address = from && ('address' in from ? from.address : addressOf(from.file));
  const still = useStill();
  const [failed, setFailed] = useState<string>();
  const film = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    // what begins with sound is refused by browsers until somebody presses
    if (!still) void film.current?.play().catch(() => {});
    else film.current?.pause();
  }, [still, address]);
  if (!from) return <Missing code="charts.element.video_choose" />;
  if (!address) return <Missing code="charts.element.video_own" />;
  if (failed === address)
    return (
      <div className="stage-none" role="img" aria-label={textIn(element.alt, locale)}>
        {t('charts.element.video_failed')}
      </div>
    );
  return (
    <video
      key={address}
      ref={film}
      className="stage-video"
      src={address}
      aria-label={textIn(element.alt, locale)}
      {...(poster && { poster })}
      muted={muted}
      loop={loop}
      autoPlay={!still}
      controls={still || !muted}
      playsInline
      preload="auto"
      onError={() => setFailed(address)}
    />
  );
}

/** Whoever asked for little motion presses themselves. */
export function useStill(): boolean {
  const [still, setStill] = useState(() => matchMedia(reduced).matches);
  useEffect(() => {
    const query = matchMedia(reduced);
    const change = () => setStill(query.matches);
    query.addEventListener('change', change);
    return () => query.removeEventListener('change', change);
  }, []);
  return still;
}

const reduced = '(prefers-reduced-motion: reduce)';
