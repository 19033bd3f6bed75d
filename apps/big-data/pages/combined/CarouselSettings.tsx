import { ArrowDownOutlined, ArrowUpOutlined, CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { mostSlides, type ScreenElement, type Slide } from '@formwork/contract/analytics/screen.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button } from 'antd';
import { ChartChoice } from '../../parts/ChartChoice.tsx';
import { PictureInput } from '../../parts/PictureInput.tsx';
import { TextPair } from '../../parts/TextPair.tsx';
import { newElementId } from './new-element.ts';

type Carousel = Extract<ScreenElement, { is: 'carousel' }>;

interface Props {
  element: Carousel;
  readOnly: boolean;
  onSlides: (change: (slides: Slide[]) => Slide[], group?: string) => void;
}

/** The pictures and charts of a carousel, in their order. */
export function CarouselSettings({ element: { slides }, readOnly, onSlides }: Props) {
  const t = useT();
  const put = (id: string, part: object, group?: string) =>
    onSlides((now) => now.map((slide) => (slide.id === id ? { ...slide, ...part } : slide)), group);
  const move = (at: number, to: number) => onSlides((now) => now.toSpliced(at, 1).toSpliced(to, 0, now[at]!));
  const room = !readOnly && slides.length < mostSlides;
  return (
    <>
      <ol className="stage-slides">
        {slides.map((slide, at) => (
          <li key={slide.id} aria-label={t('charts.element.slide', { at: at + 1, count: slides.length })}>
            {slide.is === 'picture' ? (
              <>
                <img src={slide.src} alt="" />
                <TextPair
                  label={t('analytics.picture_alt')}
                  value={slide.alt}
                  readOnly={readOnly}
                  onChange={(alt) => put(slide.id, { alt }, `alt ${slide.id}`)}
                />
              </>
            ) : (
              <ChartChoice
                label={t('analytics.panel.chart')}
                value={slide.chart}
                disabled={readOnly}
                onChange={(chart) => put(slide.id, { chart })}
              />
            )}
            {!readOnly && (
              <span>
                <Turn
                  label="analytics.slide_up"
                  icon={<ArrowUpOutlined />}
                  off={at === 0}
                  onPress={() => move(at, at - 1)}
                />
                <Turn
                  label="analytics.slide_down"
                  icon={<ArrowDownOutlined />}
                  off={at === slides.length - 1}
                  onPress={() => move(at, at + 1)}
                />
                <Turn
                  label="ui.action.remove"
                  icon={<CloseOutlined />}
                  off={false}
                  onPress={() => onSlides((now) => now.filter(({ id }) => id !== slide.id))}
                />
              </span>
            )}
          </li>
        ))}
      </ol>
      {room && (
        <>
          <Button
            size="small"
            type="dashed"
            icon={<PlusOutlined />}
            onClick={() => onSlides((now) => [...now, { id: newElementId(), is: 'chart', chart: null }])}
          >
            {t('analytics.slide_chart')}
          </Button>
          <PictureInput onPicture={(src) => onSlides((now) => [...now, { id: newElementId(), is: 'picture', src }])} />
        </>
      )}
    </>
  );
}

function Turn(props: { label: string; icon: React.ReactNode; off: boolean; onPress: () => void }) {
  const t = useT();
  const label = t(props.label);
  return (
    <button
      type="button"
      className="fw-icon-button"
      aria-label={label}
      title={label}
      disabled={props.off}
      onClick={props.onPress}
    >
      {props.icon}
    </button>
  );
}
