import { listenForWrites } from '../../platform/db/data-version.ts';
import type { Platform } from '../../platform/platform.ts';
import { guardFiles } from '../files/public.ts';
import { knowKeyFiller, knowSharedForms, listenForChanges } from '../forms/public.ts';
import { knowRoleReach, onHandOver } from '../organization/public.ts';
import { reachOfRole } from './share/role-reach.ts';
import { attachmentKind } from './files/attachments.ts';
import { commentFileKind, maySeeCommentFile } from './talk/comments.ts';
import { exportFileKind, mayFetchExport } from './exports/exports.ts';
import { maySeeFile } from './files/file-guard.ts';
import { beginSearchAgain } from './search/renew.ts';
import { handOverRecords } from './write/hand-over.ts';
import { fillKeyColumns } from './write/steps/keys-again.ts';
import { formsSharedWith } from './share/share.ts';

/** Once per process. */
export async function startRecords(platform: Platform): Promise<void> {
  listenForChanges(platform);
  listenForWrites(platform);
  knowSharedForms(platform, formsSharedWith);
  knowKeyFiller(platform, fillKeyColumns);
  onHandOver(platform, 'records', handOverRecords);
  knowRoleReach(platform, 'records', reachOfRole);
  guardFiles(platform, attachmentKind, maySeeFile);
  guardFiles(platform, commentFileKind, maySeeCommentFile);
  guardFiles(platform, exportFileKind, mayFetchExport);
  await beginSearchAgain(platform);
}
