import { hasText, loadTexts, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';

/** Why something could not be done, by the code that is kept of it; what was answered from outside stands for itself. */
export function useReason(): (code: string) => string {
  const t = useT();
  // words of refusals come when somebody needs them
  useQuery({ queryKey: ['texts', 'errors'], queryFn: () => loadTexts('errors').then(() => true), staleTime: Infinity });
  return (code) => (hasText(code) ? t(code) : code);
}
