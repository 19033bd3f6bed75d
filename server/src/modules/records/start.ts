import { listenForWrites } from '../../platform/data-version.ts';
import type { Platform } from '../../platform/platform.ts';
import { guardFiles } from '../files/public.ts';
import { knowKeyFiller, knowSharedForms, listenForChanges } from '../forms/public.ts';
import { onHandOver } from '../organization/public.ts';
import { attachmentKind } from './attachments.ts';
import { commentFileKind, maySeeCommentFile } from './comments.ts';
import { exportFileKind, mayFetchExport } from './exports/exports.ts';
import { maySeeFile } from './file-guard.ts';
import { handOverRecords } from './hand-over.ts';
import { fillKeyColumns } from './keys-again.ts';
import { formsSharedWith } from './share.ts';

/** Once per process. */
export function startRecords(platform: Platform): void {
  listenForChanges(platform);
  listenForWrites(platform);
  knowSharedForms(platform, formsSharedWith);
  knowKeyFiller(platform, fillKeyColumns);
  onHandOver(platform, 'records', handOverRecords);
  guardFiles(platform, attachmentKind, maySeeFile);
  guardFiles(platform, commentFileKind, maySeeCommentFile);
  guardFiles(platform, exportFileKind, mayFetchExport);
}
