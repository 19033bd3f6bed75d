import { assetQualityApi } from '@formwork/contract/assets/quality-api.ts';
import type { QualityRule } from '@formwork/contract/assets/quality.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { resultText, RuleStateTag } from './quality-words.tsx';

/** What came out each time a rule was checked. */
export function QualityResults({ rule, onClose }: { rule: QualityRule; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const results = useQuery(q(assetQualityApi.results, { params: { qualityRuleId: rule.id } }));
  return (
    <Drawer open size={520} title={`${t('assets.quality.history')} · ${rule.name}`} onClose={onClose}>
      {!results.data ? (
        <Unread of={[results]} skeleton={<SkeletonRows rows={8} />} />
      ) : (
        <div className="asset-table">
          <table>
            <tbody>
              {results.data.map((result) => (
                <tr key={result.at}>
                  <td>
                    <Time at={result.at} locale={locale} />
                  </td>
                  <td>
                    <RuleStateTag state={result.state} />
                  </td>
                  <td>{resultText(rule.check.kind, result, t)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Drawer>
  );
}
