import { assetQualityApi } from '@formwork/contract/assets/quality-api.ts';
import type { QualityRule } from '@formwork/contract/assets/quality.ts';
import { Time } from '@formwork/ui/format/time.tsx';
import { call } from '@formwork/web/http/call.ts';
import { keyOf } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { Drawer } from 'antd';
import { Paged } from '../Paged.tsx';
import { resultText, RuleStateTag } from './quality-words.tsx';

/** What came out each time a rule was checked. */
export function QualityResults({ rule, onClose }: { rule: QualityRule; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const params = { qualityRuleId: rule.id };
  return (
    <Drawer open size={520} title={`${t('assets.quality.history')} · ${rule.name}`} onClose={onClose}>
      <div className="asset-stack">
        <Paged
          queryKey={keyOf(assetQualityApi.results, { params, query: {} })}
          load={(after) => call(assetQualityApi.results, { params, query: after })}
          none={<p className="asset-note">{t('assets.rule_state.new')}</p>}
        >
          {(results) => (
            <div className="asset-table">
              <table>
                <tbody>
                  {results.map((result) => (
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
        </Paged>
      </div>
    </Drawer>
  );
}
