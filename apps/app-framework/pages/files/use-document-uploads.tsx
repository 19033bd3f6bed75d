import { documentsApi } from '@formwork/contract/documents/api.ts';
import { useUploads } from '@formwork/records-ui/fields/files/use-uploads.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useRef } from 'react';

/** Sends files into a folder as they arrive; one called like a document there becomes its next version. */
export function useDocumentUploads(appId: string, folder: string | null) {
  const t = useT();
  const chooser = useRef<HTMLInputElement>(null);
  const add = useCommand(documentsApi.add, { refresh: [documentsApi.list] });
  const uploads = useUploads(
    `documents ${appId} ${folder ?? ''}`,
    ({ id }) => void add.run({ params: { appId }, body: { folder, files: [id] } }),
  );
  return {
    ...uploads,
    choose: () => chooser.current?.click(),
    input: (
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label={t('documents.upload')}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          uploads.send(files);
        }}
      />
    ),
  };
}
