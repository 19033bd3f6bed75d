import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { printingApi } from '@formwork/contract/printing/api.ts';
import { pageWords, type Edge, type TemplateContent } from '@formwork/contract/printing/template.ts';
import type { Text } from '@formwork/contract/text.ts';
import { InspectorSection, InspectorTitle } from '@formwork/ui/designer/designer.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { call } from '@formwork/web/http/call.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, InputNumber, Select, Switch } from 'antd';
import { Line, TextPair } from '../form/inspector-parts.tsx';
import { WordsInput } from './WordsInput.tsx';

export interface TemplateFacts {
  title: Text;
  isDefault: boolean;
  enabled: boolean;
}

interface Props {
  formId: string;
  templateId: string;
  content: TemplateContent;
  definition: FormDefinition;
  facts: TemplateFacts;
  readOnly: boolean;
  onContent: (content: TemplateContent) => void;
  onFacts: (facts: TemplateFacts) => void;
}

const sizes = ['A3', 'A4', 'A5', 'B5', 'letter', 'custom'] as const;

/** The template's name and state, its paper, what stands above and below every page, its earlier versions. */
export function PaperInspector({
  formId,
  templateId,
  content,
  definition,
  facts,
  readOnly,
  onContent,
  onFacts,
}: Props) {
  const t = useT();
  const locale = useLocale();
  const { paper } = content;
  const versions = useQuery(q(printingApi.versions, { params: { formId, templateId } }));
  const setPaper = (change: Partial<typeof paper>) => onContent({ ...content, paper: { ...paper, ...change } });
  const margin = (at: number, value: number | null) =>
    setPaper({ margins: paper.margins.with(at, value ?? 0) as typeof paper.margins });
  const edge = (of: 'header' | 'footer') =>
    (['start', 'center', 'end'] as const).map((part) => (
      <WordsInput
        key={part}
        line
        label={t(`design.print.${of}_${part}`)}
        value={content[of][part]}
        definition={definition}
        onChange={(text) => onContent({ ...content, [of]: { ...content[of], [part]: text } satisfies Edge })}
      />
    ));
  const restore = async (version: number) =>
    onContent((await call(printingApi.getTemplate, { params: { formId, templateId }, query: { version } })).content);
  return (
    <fieldset className="print-inspector" disabled={readOnly}>
      <InspectorTitle>{t('design.print.template')}</InspectorTitle>
      <InspectorSection>
        <TextPair
          name
          label={t('design.print.title')}
          value={facts.title}
          onChange={(title) => onFacts({ ...facts, title: title ?? { zh: '' } })}
        />
        <Line label={t('design.print.default')} inline>
          <Switch size="small" checked={facts.isDefault} onChange={(isDefault) => onFacts({ ...facts, isDefault })} />
        </Line>
        <Line label={t('design.print.enabled')} inline>
          <Switch size="small" checked={facts.enabled} onChange={(enabled) => onFacts({ ...facts, enabled })} />
        </Line>
      </InspectorSection>
      <InspectorSection title={t('design.print.paper')}>
        <Line label={t('design.print.size')}>
          <Select
            value={paper.size}
            onChange={(size) => setPaper({ size })}
            options={sizes.map((value) => ({ value, label: value === 'custom' ? t('design.print.custom') : value }))}
          />
        </Line>
        {paper.size === 'custom' && (
          <Line label={t('design.print.width_height')}>
            <span className="print-pair">
              <InputNumber
                value={paper.width ?? 100}
                min={20}
                max={1200}
                onChange={(width) => setPaper({ width: width ?? 100 })}
              />{' '}
              ×{' '}
              <InputNumber
                value={paper.height ?? 100}
                min={20}
                max={1200}
                onChange={(height) => setPaper({ height: height ?? 100 })}
              />
            </span>
          </Line>
        )}
        <Line label={t('design.print.landscape')} inline>
          <Switch size="small" checked={paper.landscape} onChange={(landscape) => setPaper({ landscape })} />
        </Line>
        <Line label={t('design.print.margins')}>
          <span className="print-pair">
            {paper.margins.map((value, at) => (
              <InputNumber key={at} size="small" min={0} max={80} value={value} onChange={(next) => margin(at, next)} />
            ))}
          </span>
        </Line>
        <Line label={t('design.print.font_size')}>
          <InputNumber
            min={5}
            max={40}
            value={content.fontSize}
            onChange={(fontSize) => onContent({ ...content, fontSize: fontSize ?? 10 })}
          />
        </Line>
      </InspectorSection>
      <InspectorSection title={t('design.print.header')}>{edge('header')}</InspectorSection>
      <InspectorSection title={t('design.print.footer')}>
        {edge('footer')}
        <small>
          {t('design.print.edge_hint', {
            words: pageWords.map((word) => `{{${t(`design.print.word.${word}`)}}}`).join(' '),
          })}
        </small>
      </InspectorSection>
      {(versions.data?.length ?? 0) > 1 && (
        <InspectorSection title={t('design.print.versions')}>
          {versions.data!.slice(1, 20).map(({ version, at }) => (
            <Line key={version} label={t('design.print.version', { number: version })} inline>
              <Time at={at} locale={locale} />{' '}
              <Button size="small" onClick={() => void restore(version)}>
                {t('design.print.restore')}
              </Button>
            </Line>
          ))}
        </InspectorSection>
      )}
    </fieldset>
  );
}
