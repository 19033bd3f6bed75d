import { fillPattern, routeById } from '@formwork/contract/routes.ts';
import type { Platform } from '../../../platform/platform.ts';

/** The address of a record's page for mails; empty where the installation does not know under which name people reach it. */
export function recordLink(
  { config }: Pick<Platform, 'config'>,
  spaceId: string,
  { appId, formId, recordId }: { appId: string; formId: string; recordId: string },
): string {
  if (!config.publicUrl) return '';
  const path = fillPattern(routeById.recordDetail.pattern, { app: appId, form: formId });
  return `${config.publicUrl}/space-${spaceId}${path}?record=${recordId}`;
}
