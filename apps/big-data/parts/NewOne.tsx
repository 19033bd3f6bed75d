import { Page } from '@formwork/ui/frame/page.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { NewDialog } from '@formwork/web/resources/NameDialog.tsx';
import type { Resource } from '@formwork/web/resources/resource.ts';
import { useQueryText, useRouter } from '@formwork/web/router/page-context.ts';
import '@formwork/web/resources/resources.css';

/** The address of an editor without an id begins a new one. */
export function NewOne({ of, back }: { of: Resource; back: string }) {
  const t = useT();
  const router = useRouter();
  const [folder] = useQueryText('folder');
  return (
    <Page title={t(of.add)} back={back}>
      <NewDialog
        of={of}
        folder={folder ?? null}
        onClose={() => void router.go(back, { replace: true })}
        onMade={({ id }) => void router.go(of.hrefOf(id), { replace: true })}
      />
    </Page>
  );
}
