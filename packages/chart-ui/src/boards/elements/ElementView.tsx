import { FullscreenOutlined } from '@ant-design/icons';
import { leftUntil } from '@formwork/chart/left-until.ts';
import { fittingSize, titleSpacing } from '@formwork/chart/fitting-size.ts';
import type { HueName } from '@formwork/contract/hues/hues.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useTimeZone } from '@formwork/ui/format/time-zone.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { use, type CSSProperties, type ReactNode } from 'react';
import '../elements.css';
import { CarouselElement } from './Carousel.tsx';
import { FrameBox } from '../FrameBox.tsx';
import { Leading } from '../jumping.tsx';
import { ChartElement, DigitsElement, RankingElement, RollingElement } from './charted.tsx';
import { useSecond } from './clock.ts';
import { ElementChart, ElementFilter, hueStyle, Missing, type ElementProps } from './element.tsx';
import { VideoElement } from './Video.tsx';

/** One element of a screen, in the designer and on the wall alike. */
export function ElementView(props: ElementProps): ReactNode {
  const { element } = props;
  const locale = useLocale();
  switch (element.is) {
    case 'title':
      return (
        <Leading jump={element.jump}>
          <Words
            element={element}
            style={{ fontSize: fittingSize(textIn(element.text, locale), element, titleSpacing) }}
          >
            {textIn(element.text, locale)}
          </Words>
        </Leading>
      );
    case 'text':
      return (
        <Leading jump={element.jump}>
          <Words element={element} style={{ textAlign: element.align ?? 'start' }}>
            {textIn(element.text, locale)}
          </Words>
        </Leading>
      );
    case 'marquee':
      return (
        <Words element={element}>
          <span style={{ animationDuration: `${element.seconds}s` }}>{textIn(element.text, locale)}</span>
        </Words>
      );
    case 'clock':
      return <Clock element={element} />;
    case 'countdown':
      return <Countdown element={element} />;
    case 'chart':
    case 'digits':
    case 'rolling':
    case 'ranking':
      return <Charted {...props} element={element} />;
    case 'border':
      return (
        <div className="stage-border" data-look={element.look} style={hueStyle(element.hue)}>
          {element.title && <h3>{textIn(element.title, locale)}</h3>}
        </div>
      );
    case 'picture':
      return element.src === null ? (
        <Missing code="charts.element.picture_choose" />
      ) : (
        <Leading jump={element.jump}>
          <img className="stage-picture" src={element.src} alt={textIn(element.alt, locale)} draggable={false} />
        </Leading>
      );
    case 'video':
      return <VideoElement {...props} element={element} />;
    case 'carousel':
      return <CarouselElement {...props} element={element} />;
    case 'filter':
      return <Filtered element={element} />;
    case 'frame':
      return (
        <div className="stage-frame">
          <FrameBox address={element.address} title={element.name} still={props.screen === undefined} />
        </div>
      );
    case 'fullscreen':
      return <FullScreenElement {...props} element={element} />;
  }
}

function Charted({ element, ...props }: ElementProps<'chart' | 'digits' | 'rolling' | 'ranking'>) {
  const Read = use(ElementChart);
  return (
    <Read
      element={element.is === 'chart' ? element : { ...element, click: element.jump ? 'jump' : 'none' }}
      screen={props.screen}
      every={props.every}
    >
      {(shown) => {
        switch (element.is) {
          case 'chart':
            return <ChartElement {...props} element={element} shown={shown} />;
          case 'digits':
            return (
              <Leading jump={element.jump}>
                <DigitsElement {...props} element={element} shown={shown} />
              </Leading>
            );
          case 'rolling':
            return <RollingElement {...props} element={element} shown={shown} />;
          case 'ranking':
            return <RankingElement {...props} element={element} shown={shown} />;
        }
      }}
    </Read>
  );
}

function Filtered({ element }: Pick<ElementProps<'filter'>, 'element'>) {
  const Filter = use(ElementFilter);
  if (!element.filter) return <Missing code="charts.element.filter_choose" />;
  return (
    <div className="stage-element" data-is="filter" style={{ fontSize: element.size }}>
      <Filter element={element} />
    </div>
  );
}

function Words({
  element,
  style,
  children,
}: {
  element: { is: string; size: number; hue?: HueName | undefined };
  style?: CSSProperties;
  children: ReactNode;
}) {
  return (
    <div
      className="stage-element"
      data-is={element.is}
      style={{ ...hueStyle(element.hue), fontSize: element.size, ...style }}
    >
      {children}
    </div>
  );
}

const shapes = {
  time: { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false },
  date: { year: 'numeric', month: '2-digit', day: '2-digit', weekday: 'short' },
} as const;

function Clock({ element }: Pick<ElementProps<'clock'>, 'element'>) {
  const locale = useLocale();
  const timeZone = useTimeZone();
  const second = useSecond();
  const shape = element.shows === 'both' ? { ...shapes.date, ...shapes.time } : shapes[element.shows];
  const text = new Intl.DateTimeFormat(locale, { ...shape, timeZone }).format(second * 1000);
  return (
    <Words element={element} style={{ fontSize: fittingSize(text, element) }}>
      <time>{text}</time>
    </Words>
  );
}

function Countdown({ element }: Pick<ElementProps<'countdown'>, 'element'>) {
  const t = useT();
  const second = useSecond();
  if (element.until === null) return <Missing code="charts.element.countdown_choose" />;
  const text = t('charts.element.countdown_left', leftUntil(element.until, second));
  return (
    <Words element={element} style={{ fontSize: fittingSize(text, element) }}>
      {text}
    </Words>
  );
}

function FullScreenElement({ element, onFullScreen }: ElementProps<'fullscreen'>) {
  const t = useT();
  return (
    <div className="stage-element" style={{ ...hueStyle(element.hue), fontSize: element.size }}>
      <button
        type="button"
        className="stage-full"
        aria-label={t('charts.full_screen')}
        disabled={!onFullScreen}
        onClick={onFullScreen}
      >
        <FullscreenOutlined />
      </button>
    </div>
  );
}
