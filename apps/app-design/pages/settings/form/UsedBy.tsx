import { formsApi } from '@formwork/contract/forms/api.ts';
import { isNamed } from '@formwork/contract/forms/uses.ts';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { UseList } from '@formwork/web/uses/UseList.tsx';
import { useQuery } from '@tanstack/react-query';

/** Where the selected field is used, folded until somebody wants to know. */
export function UsedBy({ formId, element }: { formId: string; element: string }) {
  const t = useT();
  const found = useQuery({ ...q(formsApi.formUses, { params: { formId } }), staleTime: 30_000 });
  const uses = found.data?.uses.filter((use) => isNamed(use, [{ form: formId, element }])) ?? [];
  if (uses.length === 0) return null;
  return (
    <details className="designer-line">
      <summary>{t('uses.show', { count: uses.length })}</summary>
      <UseList kept uses={uses} />
    </details>
  );
}
