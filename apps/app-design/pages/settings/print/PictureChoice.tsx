import { filesApi } from '@formwork/contract/files/api.ts';
import type { Block } from '@formwork/contract/printing/template.ts';
import { FileDrop } from '@formwork/ui/input/file-drop.tsx';
import { errorText } from '@formwork/web/http/error-text.ts';
import { upload } from '@formwork/web/http/upload.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Alert } from 'antd';
import { useState } from 'react';
import { Choose, Line } from '../form/inspector-parts.tsx';

type PictureBlock = Extract<Block, { kind: 'picture' }>;

/** Pictures of a field of the record, or one that belongs to the template, as a letterhead. */
export function PictureChoice({
  block,
  fields,
  onChange,
}: {
  block: PictureBlock;
  fields: { value: string; label: string }[];
  onChange: (block: PictureBlock) => void;
}) {
  const t = useT();
  const [problem, setProblem] = useState<string>();
  const { field: _field, file: _file, ...rest } = block;
  const take = async ([chosen]: File[]) => {
    setProblem(undefined);
    try {
      const [sent] = await upload(filesApi.upload, { query: { purpose: 'print-template' } }, [chosen!]);
      onChange({ ...rest, file: { id: sent!.id, name: sent!.name } });
    } catch (error) {
      setProblem(errorText(error, t));
    }
  };
  return (
    <>
      <Line
        label={t('design.print.picture_field')}
        wrong={block.field === undefined && block.file === undefined ? t('design.print.choose_picture') : undefined}
      >
        <Choose
          allowClear
          value={block.field ?? null}
          options={fields}
          onChange={(field) => onChange(field ? { ...rest, field } : rest)}
        />
      </Line>
      <FileDrop
        small
        accept="image/*"
        maxBytes={5 * 1024 * 1024}
        note={block.file?.name ?? t('design.print.own_picture')}
        onFiles={(files) => void take(files)}
      />
      {problem && <Alert type="error" showIcon title={problem} />}
    </>
  );
}
