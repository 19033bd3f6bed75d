import { formsApi } from '@formwork/contract/forms/api.ts';
import type { UserKind } from '@formwork/contract/forms/uses.ts';
import { useQuery } from '@tanstack/react-query';
import { q } from '../http/query.ts';
import { useCan } from '../session/session.ts';
import { GoneNotice } from './GoneNotice.tsx';
import { UseList } from './UseList.tsx';

/** On the page of a process, a label or a template: what it still names though the form has it no more, by the name it had. */
export function GoneUses({
  formId,
  kind,
  id = formId,
}: {
  formId: string;
  kind: UserKind;
  /** Of a label or a template. */ id?: string | undefined;
}) {
  const designs = useCan()('forms.design.read');
  const found = useQuery({ ...q(formsApi.formUses, { params: { formId } }), enabled: designs });
  const { uses = [], former = [] } = found.data ?? {};
  const gone = new Map(former.map((element) => [element.id, element]));
  const named = uses.filter((use) => {
    const element = gone.get(use.to.element);
    return (
      use.kind === kind &&
      use.id === id &&
      use.state !== 'running' &&
      element !== undefined &&
      (use.to.option === undefined ? element.whole : element.options.some((option) => option.id === use.to.option))
    );
  });
  if (named.length === 0) return null;
  return (
    <GoneNotice count={named.length}>
      <UseList kept uses={named} />
    </GoneNotice>
  );
}
