import { hueNames, type HueName } from '@formwork/contract/hues/hues.ts';
import { borderLooks, leads, type LeadingElement, type ScreenElement } from '@formwork/contract/analytics/screen.ts';
import { InspectorSection } from '@formwork/ui/designer/designer.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { MomentInput } from '@formwork/web/inputs/MomentInput.tsx';
import { Input, InputNumber, Select, Switch } from 'antd';
import { Suspense } from 'react';
import { ChartChoice } from '../../parts/ChartChoice.tsx';
import { FieldRow } from '../../parts/FieldRow.tsx';
import { PictureInput } from '../../parts/PictureInput.tsx';
import { TextPair } from '../../parts/TextPair.tsx';
import { CarouselSettings } from './CarouselSettings.tsx';
import { VideoSettings } from './VideoSettings.tsx';
import { FrameAddress } from './FrameAddress.tsx';
import { JumpSettings } from './JumpSettings.tsx';
import { FieldOfForm, FilterLine } from './FilterLine.tsx';

interface Props {
  screen: string;
  element: ScreenElement;
  readOnly: boolean;
  onElement: (change: (element: ScreenElement) => ScreenElement, group?: string) => void;
}

const secondsOf = { marquee: { min: 3, max: 600 }, rolling: { min: 1, max: 60 }, carousel: { min: 2, max: 600 } };
/** What is clicked in them goes along: a mark, or a row. */
const marked: ReadonlySet<ScreenElement['is']> = new Set(['chart', 'rolling', 'ranking']);
/** Without a colour of their own. */
const plain: ReadonlySet<ScreenElement['is']> = new Set([
  'chart',
  'rolling',
  'picture',
  'filter',
  'frame',
  'video',
  'carousel',
]);
const byItself = 'auto';
const places = ['x', 'y', 'w', 'h'] as const;

/** What an element shows, how it looks and where it lies. */
export function ElementSettings({ screen, element, readOnly, onElement }: Props) {
  const t = useT();
  const { id } = element;
  const set = (part: object, group?: string) => onElement((now) => ({ ...now, ...part }), group && `${group} ${id}`);
  const number = (key: string, label: string, value: number, min: number, max: number) => (
    <FieldRow label={label}>
      <InputNumber
        min={min}
        max={max}
        precision={0}
        disabled={readOnly}
        value={value}
        onChange={(next) => next !== null && set({ [key]: next }, key)}
      />
    </FieldRow>
  );
  return (
    <>
      <InspectorSection title={t(`analytics.element.${element.is}`)}>
        <FieldRow label={t('analytics.element_name')}>
          <Input
            disabled={readOnly}
            maxLength={60}
            value={element.name}
            onChange={({ target }) => set({ name: target.value }, 'name')}
          />
        </FieldRow>
        {'chart' in element && (
          <FieldRow label={t('analytics.panel.chart')}>
            <ChartChoice
              label={t('analytics.panel.chart')}
              value={element.chart}
              disabled={readOnly}
              onChange={(chart) => set({ chart })}
            />
          </FieldRow>
        )}
        {element.is === 'chart' && (
          <FieldRow label={t('analytics.shows_title')}>
            <Switch disabled={readOnly} checked={element.title ?? false} onChange={(title) => set({ title })} />
          </FieldRow>
        )}
        {element.is === 'chart' && (
          <FieldRow label={t('analytics.click')}>
            <Select
              disabled={readOnly}
              value={element.click ?? 'filter'}
              options={(['filter', 'jump', 'none'] as const).map((act) => ({
                value: act,
                label: t(`analytics.click_act.${act}`),
              }))}
              onChange={(click) => set({ click })}
            />
          </FieldRow>
        )}
        {element.is === 'filter' &&
          (element.filter ? (
            <FilterLine
              filter={{ ...element.filter, id }}
              readOnly={readOnly}
              onFilter={({ id: _id, ...filter }) => set({ filter })}
              onRemove={() => set({ filter: null })}
            />
          ) : (
            !readOnly && <FieldOfForm onField={(form, field) => set({ filter: { form, field } })} />
          ))}
        {'text' in element && (
          <TextPair
            long={element.is === 'text'}
            label={t('analytics.panel.text')}
            value={element.text}
            readOnly={readOnly}
            onChange={(text) => set({ text }, 'text')}
          />
        )}
        {element.is === 'border' && (
          <>
            <FieldRow label={t('analytics.look_title')}>
              <Select
                disabled={readOnly}
                value={element.look}
                options={borderLooks.map((look) => ({ value: look, label: t(`analytics.border.${look}`) }))}
                onChange={(look) => set({ look })}
              />
            </FieldRow>
            <TextPair
              label={t('analytics.own_title')}
              value={element.title}
              readOnly={readOnly}
              onChange={(title) =>
                onElement((now) => {
                  const { title: _before, ...rest } = now as Extract<ScreenElement, { is: 'border' }>;
                  return title.zh === '' && !title.en ? rest : { ...rest, title };
                }, `title ${id}`)
              }
            />
          </>
        )}
        {element.is === 'picture' && (
          <>
            {!readOnly && <PictureInput onPicture={(src) => set({ src })} />}
            <TextPair
              label={t('analytics.picture_alt')}
              value={element.alt}
              readOnly={readOnly}
              onChange={(alt) => set({ alt }, 'alt')}
            />
          </>
        )}
        {element.is === 'video' && (
          <VideoSettings
            screen={screen}
            element={element}
            readOnly={readOnly}
            onVideo={(change, group) =>
              onElement((now) => (now.is === 'video' ? change(now) : now), group && `${group} ${id}`)
            }
          />
        )}
        {element.is === 'video' && (
          <TextPair
            label={t('analytics.video_alt')}
            value={element.alt}
            readOnly={readOnly}
            onChange={(alt) => set({ alt }, 'alt')}
          />
        )}
        {element.is === 'carousel' && (
          <CarouselSettings
            element={element}
            readOnly={readOnly}
            onSlides={(change, group) =>
              onElement((now) => (now.is === 'carousel' ? { ...now, slides: change(now.slides) } : now), group)
            }
          />
        )}
        {element.is === 'frame' && (
          <FrameAddress
            address={element.address}
            readOnly={readOnly}
            onAddress={(address) => set({ address }, 'address')}
          />
        )}
        {leads(element) && (
          <JumpSettings
            jump={element.jump}
            chart={marked.has(element.is) && 'chart' in element ? element.chart : null}
            readOnly={readOnly}
            onJump={(jump, group) =>
              onElement(
                (now) => {
                  const { jump: _before, ...rest } = now as LeadingElement;
                  return jump ? { ...rest, jump } : rest;
                },
                group && `${group} ${id}`,
              )
            }
          />
        )}
        {element.is === 'clock' && (
          <FieldRow label={t('analytics.clock')}>
            <Select
              disabled={readOnly}
              value={element.shows}
              options={(['time', 'date', 'both'] as const).map((shows) => ({
                value: shows,
                label: t(`analytics.clock_shows.${shows}`),
              }))}
              onChange={(shows) => set({ shows })}
            />
          </FieldRow>
        )}
        {element.is === 'countdown' && (
          <FieldRow label={t('analytics.until')}>
            <Suspense fallback={<span className="fw-bone fw-editor-bone" />}>
              <MomentInput value={element.until} onChange={(until) => !readOnly && set({ until })} />
            </Suspense>
          </FieldRow>
        )}
        {element.is === 'text' && (
          <FieldRow label={t('analytics.text_align')}>
            <Select
              disabled={readOnly}
              value={element.align ?? 'start'}
              options={(['start', 'center', 'end'] as const).map((align) => ({
                value: align,
                label: t(`analytics.text_aligned.${align}`),
              }))}
              onChange={(align) => set({ align })}
            />
          </FieldRow>
        )}
        {'size' in element && number('size', t('analytics.size'), element.size, 8, 400)}
        {'rows' in element && number('rows', t('analytics.rows_shown'), element.rows, 1, 50)}
        {'seconds' in element &&
          number(
            'seconds',
            t('analytics.seconds'),
            element.seconds,
            secondsOf[element.is].min,
            secondsOf[element.is].max,
          )}
        {!plain.has(element.is) && (
          <FieldRow label={t('analytics.colour')}>
            <Select
              disabled={readOnly}
              value={('hue' in element ? element.hue : undefined) ?? byItself}
              options={[
                { value: byItself, label: t('analytics.by_itself') },
                ...hueNames.map((hue) => ({ value: hue, label: t(`analytics.hue.${hue}`) })),
              ]}
              onChange={(hue: string) =>
                onElement((now) => {
                  const { hue: _before, ...rest } = now as Extract<ScreenElement, { is: 'title' }>;
                  return hue === byItself ? rest : { ...rest, hue: hue as HueName };
                })
              }
            />
          </FieldRow>
        )}
      </InspectorSection>
      <InspectorSection title={t('analytics.place')}>
        <div className="stage-numbers">
          {places.map((key) => (
            <FieldRow key={key} label={t(`analytics.place_${key}`)}>
              <InputNumber
                disabled={readOnly || (element.locked ?? false)}
                min={key === 'w' || key === 'h' ? 1 : -20_000}
                max={20_000}
                value={element[key]}
                onChange={(value) => value !== null && set({ [key]: value }, key)}
              />
            </FieldRow>
          ))}
        </div>
      </InspectorSection>
    </>
  );
}
