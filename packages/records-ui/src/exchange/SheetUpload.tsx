import { recordsApi } from '@formwork/contract/records/api.ts';
import type { Sheet } from '@formwork/contract/records/import.ts';
import { upload } from '@formwork/web/http/upload.ts';
import { ChooseSheet } from './ChooseSheet.tsx';

/** A spreadsheet goes up and comes back with what its columns hold; a zip may bring files beside the table. */
export function SheetUpload({ zip = false, onSheet }: { zip?: boolean; onSheet: (sheet: Sheet) => void }) {
  return (
    <ChooseSheet
      zip={zip}
      send={async (files, query, options) => onSheet(await upload(recordsApi.uploadSheet, { query }, files, options))}
    />
  );
}
