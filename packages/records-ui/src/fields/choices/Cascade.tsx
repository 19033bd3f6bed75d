import { treeOf, type TreeOption } from '@formwork/contract/forms/field-types/tree-options.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useMemo } from 'react';
import { useLocale } from '@formwork/web/i18n/i18n.ts';
import type { EditorProps, FieldUi, ShownProps } from '../field-ui.ts';
import { Cascader } from '@formwork/web/inputs/heavy-inputs.ts';
import { FullText, useValueText } from '../ShownText.tsx';
import { typedIds } from '../typed-text.ts';

export const cascadeUi: FieldUi<'cascade'> = { Editor: CascadeEditor, Cell: LastStep, Detail: FullText, width: 180 };

/** Where the way ends; the whole of it in the tip. */
function LastStep({ field, value }: ShownProps<'cascade'>) {
  const locale = useLocale();
  const way = useValueText(field, value);
  const last = typedIds(value).at(-1);
  const option = field.config.options.find(({ id }) => id === last);
  return (
    <span className="fw-list-cell-text" title={way}>
      {option ? textIn(option.label, locale) : way}
    </span>
  );
}

export interface CascadeNode {
  value: string;
  label: string;
  children?: CascadeNode[];
}

function CascadeEditor({ field, value, onChange, input, autoFocus }: EditorProps<'cascade'>) {
  const locale = useLocale();
  const { options, anyLevel = false } = field.config;
  const chosen = typedIds(value);
  const kept = chosen.join();
  const nodes = useMemo(
    () => nodesBelow(undefined, options, new Set(kept.split(',')), locale),
    [options, kept, locale],
  );
  return (
    <Cascader
      {...input}
      className="fw-editor-wide"
      autoFocus={autoFocus ?? false}
      allowClear
      changeOnSelect={anyLevel}
      showSearch
      options={nodes}
      value={chosen}
      onChange={(way: unknown) => onChange(Array.isArray(way) && way.length > 0 ? way : null)}
    />
  );
}

/** What may be chosen, level by level: retired nodes only where they stand already. */
export function nodesBelow(
  parent: string | undefined,
  options: readonly TreeOption[],
  chosen: ReadonlySet<string>,
  locale: string,
): CascadeNode[] {
  return (treeOf(options).below.get(parent) ?? []).flatMap(({ id, label, retired }) => {
    if (retired && !chosen.has(id)) return [];
    const children = nodesBelow(id, options, chosen, locale);
    return [{ value: id, label: textIn(label, locale), ...(children.length > 0 && { children }) }];
  });
}
