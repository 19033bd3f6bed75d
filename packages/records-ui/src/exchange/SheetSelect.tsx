import type { SheetName } from '@formwork/contract/records/import.ts';
import { Select } from 'antd';
import { useT } from '@formwork/web/i18n/i18n.ts';

interface Props {
  sheets: readonly SheetName[];
  /** Undefined: the first that is shown. */
  value: string | undefined;
  busy: boolean;
  onChange: (name: string) => void;
}

/** Which sheet of a workbook is read; those that its program hides are said to be hidden. */
export function SheetSelect({ sheets, value, busy, onChange }: Props) {
  const t = useT();
  return (
    <label>
      {t('ui.workbook.sheet')}
      <Select
        value={value ?? firstSheet(sheets)}
        disabled={busy}
        onChange={onChange}
        popupMatchSelectWidth={false}
        options={sheets.map(({ name, hidden }) => ({
          value: name,
          label: hidden ? t('ui.workbook.hidden', { name }) : name,
        }))}
      />
    </label>
  );
}

export function firstSheet(sheets: readonly SheetName[]): string {
  return (sheets.find(({ hidden }) => !hidden) ?? sheets[0])?.name ?? '';
}
