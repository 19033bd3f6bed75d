import type { Canary } from '@formwork/contract/gateway/definition.ts';
import { headerOf, type Passage } from '../call.ts';
import { slotKey } from '../shared.ts';

/** Whether a call goes to the next release of its upstream: by its header, by who calls, or as one of so many. */
export function picksCanary({ call, application, api }: Passage, canary: Canary): boolean {
  const { header, applications, share, by } = canary;
  if (!canary.targets.some(({ weight }) => weight > 0)) return false;
  if (header.name !== '' && headerOf(call.headers, header.name.toLowerCase()) === header.value) return true;
  if (application && applications.includes(application.id)) return true;
  if (share === 0) return false;
  // of callers each stays where it is
  const at =
    by === 'call'
      ? Math.random() * 100
      : Number(slotKey(`canary ${api!.key} ${application?.id ?? call.address}`) % 10_000n) / 100;
  return at < share;
}
