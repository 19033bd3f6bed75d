import { completeLayout, type LayoutItem } from '@formwork/contract/forms/definition.ts';
import { layoutItemId } from '@formwork/contract/forms/layout-blocks.ts';
import type { EmbeddedPage } from '@formwork/contract/forms/layout-parts.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { InputNumber } from 'antd';
import { ButtonInspector } from './ButtonInspector.tsx';
import { updateItem } from './edits.ts';
import { FormulaInput } from './FormulaInput.tsx';
import type { InspectorProps } from './Inspector.tsx';
import { Line, TextPair } from './inspector-parts.tsx';

/** What stands in a section beside fields and tables. */
export function ItemInspector({ definition, section, id, edit }: InspectorProps & { section: string; id: string }) {
  const t = useT();
  const item = completeLayout(definition)
    .find((own) => own.id === section)
    ?.items.find((own) => layoutItemId(own) === id);
  if (!item || item.kind === 'field' || item.kind === 'table') return null;
  const change = (part: object) =>
    edit((before) => updateItem(before, section, id, (own) => withoutUndefined({ ...own, ...part }) as LayoutItem));
  return (
    <>
      <h2>{t(`design.form.${item.kind}`)}</h2>
      {item.kind === 'remark' && (
        <TextPair
          long
          label={t('design.form.remark_text')}
          value={item.text}
          onChange={(text) => change({ text: text ?? { zh: '' } })}
        />
      )}
      {item.kind !== 'remark' && (
        <TextPair
          name={item.kind === 'button'}
          label={t('design.field.title')}
          value={item.title}
          onChange={(title) => change({ title: title ?? (item.kind === 'button' ? { zh: '' } : undefined) })}
        />
      )}
      {item.kind === 'button' && <ButtonInspector definition={definition} button={item} change={change} />}
      {item.kind === 'embed' && <EmbedSettings definition={definition} page={item} change={change} />}
      <FormulaInput
        definition={definition}
        table={undefined}
        expects="condition"
        label={t('design.field.hidden_if')}
        value={item.hiddenIf}
        onChange={(hiddenIf) => change({ hiddenIf })}
      />
    </>
  );
}

function EmbedSettings({
  definition,
  page,
  change,
}: Pick<InspectorProps, 'definition'> & { page: EmbeddedPage; change: (part: Partial<EmbeddedPage>) => void }) {
  const t = useT();
  return (
    <>
      <FormulaInput
        definition={definition}
        table={undefined}
        label={t('design.form.address')}
        value={page.address}
        onChange={(address) => change({ address: address ?? '' })}
      />
      <p className="designer-hint">{t('design.form.embed_hint')}</p>
      <Line label={t('design.form.height')}>
        <InputNumber
          min={120}
          max={2000}
          step={20}
          precision={0}
          value={page.height}
          onChange={(height) => change({ height: height ?? 360 })}
        />
      </Line>
    </>
  );
}

/** An emptied setting is left out: definitions are compared and sent as JSON. */
function withoutUndefined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined));
}
