import { useT } from '@formwork/web/i18n/i18n.ts';
import { ResourcePage } from '@formwork/web/resources/ResourcePage.tsx';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { Segmented } from 'antd';
import { rulesAsText, scripts } from '../../rule-resources.ts';

/** Rules as texts, and the scripts that they run: versions, owners, uses. */
export default function QlangListPage() {
  const t = useT();
  const [of, setOf] = useQueryText('of');
  const switcher = (
    <Segmented
      value={of === 'scripts' ? 'scripts' : 'rules'}
      onChange={(next) => setOf(next === 'scripts' ? next : undefined)}
      options={(['rules', 'scripts'] as const).map((value) => ({ value, label: t(`rules.qlang.${value}`) }))}
    />
  );
  return of === 'scripts' ? (
    <ResourcePage key="scripts" of={scripts} actions={switcher} />
  ) : (
    <ResourcePage key="rules" of={rulesAsText} actions={switcher} />
  );
}
