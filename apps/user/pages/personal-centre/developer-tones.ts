import type { DeveloperAuthorization } from '@formwork/contract/developer/api.ts';
import type { StateTone } from '@formwork/ui/feedback/state-tag.tsx';

export const developerTones = {
  not_applied: 'neutral',
  under_review: 'info',
  rejected: 'error',
  approved: 'success',
} satisfies Record<DeveloperAuthorization['state'], StateTone>;
