import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { NoPermission } from '@formwork/ui/feedback/state.tsx';
import { Page } from '@formwork/ui/frame/page.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { NewDialog } from '@formwork/web/resources/NameDialog.tsx';
import type { Resource } from '@formwork/web/resources/resource.ts';
import { useQueryText, useRouter } from '@formwork/web/router/page-context.ts';
import '@formwork/web/resources/resources.css';
import { useQuery } from '@tanstack/react-query';

/** The address of an editor without an id begins a new one, for those who may make one there. */
export function NewOne({ of, back }: { of: Resource; back: string }) {
  const t = useT();
  const router = useRouter();
  const [folder] = useQueryText('folder');
  const there = useQuery(
    q(definitionsApi.list, { params: { kind: of.kind }, query: { folder: folder ?? 'top', limit: 1 } }),
  );
  return (
    <Page title={t(of.add)} back={back}>
      {!there.data ? (
        <Unread of={[there]} skeleton={null} />
      ) : there.data.mayCreate ? (
        <NewDialog
          of={of}
          folder={folder ?? null}
          onClose={() => void router.go(back, { replace: true })}
          onMade={({ id }) => void router.go(of.hrefOf(id), { replace: true })}
        />
      ) : (
        <NoPermission title={t('definitions.definition.no_right')} />
      )}
    </Page>
  );
}
