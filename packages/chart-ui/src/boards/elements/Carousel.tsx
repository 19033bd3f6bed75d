import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { textIn } from '@formwork/contract/text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { use, useEffect, useState, type KeyboardEvent } from 'react';
import { ChartElement } from './charted.tsx';
import { ElementChart, Missing, type ElementProps } from './element.tsx';
import { useStill } from './Video.tsx';

/** Pictures or charts in turn: it waits while somebody points at it or is in it, and for those who asked for little motion. */
export function CarouselElement({ element, screen, every, scale }: ElementProps<'carousel'>) {
  const t = useT();
  const locale = useLocale();
  const { slides, seconds } = element;
  const [at, setAt] = useState(0);
  const [held, setHeld] = useState(false);
  const still = useStill();
  const Read = use(ElementChart);
  const count = slides.length;
  const shown = count === 0 ? 0 : at % count;
  const rests = held || still || screen === undefined || count < 2;
  useEffect(() => {
    if (rests) return;
    const timer = setTimeout(() => setAt(shown + 1), seconds * 1_000);
    return () => clearTimeout(timer);
  }, [rests, shown, seconds]);
  const slide = slides[shown];
  if (!slide) return <Missing code="charts.element.carousel_choose" />;
  const go = (by: number) => setAt((shown + by + count) % count);
  const press = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    go(by);
  };
  return (
    <section
      className="stage-carousel"
      aria-roledescription="carousel"
      aria-label={element.name}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrows turn it
      tabIndex={0}
      onKeyDown={press}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div
        key={slide.id}
        className="stage-slide"
        role="group"
        aria-label={t('charts.element.slide', { at: shown + 1, count })}
      >
        {slide.is === 'picture' ? (
          <img className="stage-picture" src={slide.src} alt={textIn(slide.alt, locale)} draggable={false} />
        ) : (
          <Read element={{ id: slide.id, chart: slide.chart }} screen={screen} every={every}>
            {(chart) => (
              <ChartElement
                element={{ ...element, is: 'chart', chart: slide.chart, title: true, click: 'none' }}
                screen={screen}
                every={every}
                scale={scale}
                shown={chart}
              />
            )}
          </Read>
        )}
      </div>
      {count > 1 && (
        <nav className="stage-turns">
          <button type="button" aria-label={t('charts.element.slide_before')} onClick={() => go(-1)}>
            <LeftOutlined />
          </button>
          <span aria-hidden>
            {shown + 1} / {count}
          </span>
          <button type="button" aria-label={t('charts.element.slide_next')} onClick={() => go(1)}>
            <RightOutlined />
          </button>
        </nav>
      )}
    </section>
  );
}
