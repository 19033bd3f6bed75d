import { assetsApi } from '@formwork/contract/assets/api.ts';
import { ColumnChange, type AssetColumn } from '@formwork/contract/assets/asset.ts';
import { textIn } from '@formwork/contract/text.ts';
import { FormDialog } from '@formwork/web/form/FormDialog.tsx';
import { LongTextInput } from '@formwork/web/form/inputs/LongTextInput.tsx';
import { useSave, type BodyOf } from '@formwork/web/form/use-save.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { WordInputRow } from './WordChoice.tsx';

/** What a column means: in words, and as a term of the glossary. */
export function ColumnDialog({
  assetId,
  column,
  onClose,
}: {
  assetId: number;
  column: AssetColumn;
  onClose: () => void;
}) {
  const t = useT();
  const locale = useLocale();
  const save = useSave(assetsApi.updateColumn, {
    refresh: [assetsApi.get],
    onDone: onClose,
    params: { assetId: String(assetId), columnId: String(column.id) },
  });
  return (
    <FormDialog<{ about: string; term: string | null }, BodyOf<typeof assetsApi.updateColumn>>
      title={textIn(column.title, locale)}
      rules={ColumnChange}
      initial={{ about: column.about, term: column.term }}
      toBody={(entry) => entry}
      command={save}
      onClose={onClose}
    >
      <LongTextInput name="about" label={t('assets.about')} rows={2} wide />
      <WordInputRow name="term" kind="term" label={t('assets.column.term')} wide />
    </FormDialog>
  );
}
