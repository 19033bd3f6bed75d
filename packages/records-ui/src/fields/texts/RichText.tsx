import { textIn } from '@formwork/contract/text.ts';
import { lazy, Suspense } from 'react';
import { useLocale } from '@formwork/web/i18n/i18n.ts';
import type { EditorProps, FieldUi, ShownProps } from '../field-ui.ts';
import { ShownText, useValueText } from '../ShownText.tsx';
import { typedText } from '../typed-text.ts';

export const richTextUi: FieldUi<'richText'> = {
  Editor: RichTextEditor,
  Cell: ShownText,
  Detail: Formatted,
  wide: true,
  width: 240,
};

const RichTextInput = lazy(() => import('./rich-text-input.tsx'));
const FormattedText = lazy(() => import('./formatted-text.tsx'));

function RichTextEditor({ field, value, onChange, input }: EditorProps<'richText'>) {
  const locale = useLocale();
  const { maxLength, pictures, rows = 6 } = field.config;
  return (
    <RichTextInput
      id={input.id}
      label={textIn(field.title, locale)}
      describedBy={input['aria-describedby']}
      value={typedText(value)}
      onChange={onChange}
      maxLength={maxLength}
      pictures={pictures}
      rows={rows}
    />
  );
}

function Formatted({ field, value }: ShownProps<'richText'>) {
  const text = useValueText(field, value);
  return (
    <Suspense fallback={<span className="fw-value-text">{text}</span>}>
      <FormattedText html={String(value)} />
    </Suspense>
  );
}
